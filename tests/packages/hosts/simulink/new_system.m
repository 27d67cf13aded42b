function new_system(name)
    printf('model %s\n', name);
end
