function show_blocks()
    all = blocks();
    for k = 1:size(all.blocks, 1)
        printf('%s (%s):', all.blocks{k, [1 3]});
        for argument = all.blocks{k, 4}.InputArguments
            printf(' %s %s[%s]', argument.Scope, argument.Label, argument.Size);
        end
        printf('\n');
    end
end
