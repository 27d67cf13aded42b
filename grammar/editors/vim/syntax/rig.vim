" The model language of rigidc.
if exists('b:current_syntax')
  finish
endif

syntax case match
syntax keyword rigStatement model const param input body joint frame wrench pose function table generate on at then about in by part use mirror for include if else as root natural periodic linear monotone simm quintic strut between and tendon over order assert accept within hold contact phase group loop from to constraint solve visual collision scale while muscles wrap around side moving
syntax keyword rigProperty gravity mass com inertia added armature damping friction spring passive limits effort speed idle sensor angles solid force ground restitution weight colour name settle moment potential rate rotate translate
syntax keyword rigKind revolute prismatic helical cylindrical universal planar fixed spherical free line slide slot face
syntax keyword rigConstant pi world origin
syntax match   rigFunction '\<\%(sin\|cos\|tan\|asin\|acos\|atan\|atan2\|exp\|log\|sqrt\|abs\|min\|max\|dot\|cross\|norm\|diag\|tensor\|rx\|ry\|rz\|rpy\|axis_angle\|quaternion\|rotation\|mdh\|dh\|box\|cylinder\|capsule\|rod\|sphere\|shell\|ellipsoid\|tanh\|sign\|distance\)\ze('
syntax match   rigNumber '\<\d\+\%(\.\d*\)\?\%([eE][+-]\?\d\+\)\?\|\.\d\+\%([eE][+-]\?\d\+\)\?'
syntax match   rigUnit '\%([0-9)\]/*]\s*\|\<\%(m\|kg\|N\|s\)\s\+\)\@<=\%(m\|mm\|cm\|km\|um\|inch\|ft\|kg\|g\|mg\|lb\|s\|ms\|us\|Hz\|rad\|mrad\|deg\|rev\|rpm\|N\|kN\|mN\|lbf\|J\|mJ\|kJ\|W\|kW\|dm\|tonne\|Pa\|kPa\|MPa\|bar\)\>\%(\^-\?\d\+\)\?'
syntax region  rigName start='"' skip='\\\|\"' end='"' oneline
syntax match   rigComment '//.*' contains=@Spell
syntax match   rigDoc '///.*' contains=@Spell
syntax region  rigComment start='/\*' end='\*/' contains=@Spell

highlight default link rigStatement Statement
highlight default link rigProperty Identifier
highlight default link rigKind Type
highlight default link rigConstant Constant
highlight default link rigFunction Function
highlight default link rigNumber Number
highlight default link rigUnit Special
highlight default link rigName String
highlight default link rigComment Comment
highlight default link rigDoc SpecialComment

let b:current_syntax = 'rig'
