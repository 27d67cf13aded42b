function value = blocks(given)
% All that was made of a model: blocks(VALUE) changes it.
    persistent kept
    if isempty(kept)
        kept = struct('settings', {{}}, 'blocks', {{}});
    end
    if nargin
        kept = given;
    end
    value = kept;
end
