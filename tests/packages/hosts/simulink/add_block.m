function add_block(kind, path, varargin)
    all = blocks();
    all.blocks(end + 1, :) = {path, kind, '', Ports()};
    blocks(all);
end
