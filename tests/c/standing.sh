# A robot on its contacts, and functions of its phases: all that there are, alone and fused. Sourced by the tests of generated code.

standing_model=tests/c/standing.rig
standing_functions='step=fd:stand+lambda:stand,jac:stand,drift:stand,rnea:stand,impact:stand,push=rnea:lean+lambda:stand+jac:lean+jac:stand,fd:sole,lambda:front_edge,impact:lean,jac:one_leg'
