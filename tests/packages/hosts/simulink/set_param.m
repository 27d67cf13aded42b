function set_param(path, varargin)
    all = blocks();
    if ~any(path == '/')
        printf('%s: %s\n', path, strjoin(varargin(1:2:end), ' '));
        return
    end
    k = find(strcmp(all.blocks(:, 1), path));
    assert(strcmp(varargin{1}, 'FunctionName'));
    all.blocks{k, 3} = varargin{2};
    blocks(all);
end
