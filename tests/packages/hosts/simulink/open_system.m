function open_system(name)
end
