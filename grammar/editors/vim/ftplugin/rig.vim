" rigidc lays a file out with gq and says what is wrong with it by :make.
if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1

setlocal commentstring=//\ %s comments=:///,://,s1:/*,mb:*,ex:*/
setlocal shiftwidth=2 softtabstop=2 expandtab
setlocal makeprg=rigidc\ check\ %:S
setlocal errorformat=%f:%l:%c:\ %trror:\ %m,%f:%l:%c:\ %tarning:\ %m,%f:%l:%c:\ %tote:\ %m,%-G%.%#
if executable('rigidc')
  setlocal formatprg=rigidc\ fmt\ -
endif
let b:undo_ftplugin = 'setlocal commentstring< comments< shiftwidth< softtabstop< expandtab< makeprg< errorformat< formatprg<'
