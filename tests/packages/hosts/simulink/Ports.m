% Stands for the port specification of a C Caller: whoever has it has the same one.
classdef Ports < handle
    properties
        InputArguments = struct('Scope', {}, 'Size', {}, 'Label', {});
    end
end
