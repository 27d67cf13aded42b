function value = get_param(path, name)
    assert(strcmp(name, 'FunctionPortSpecification'));
    all = blocks();
    value = all.blocks{strcmp(all.blocks(:, 1), path), 4};
end
