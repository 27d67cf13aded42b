#!/bin/sh
# sh cc.sh LIBRARY FOLDER
# Programs that are linked with a library of sanitizers need these too: FOLDER/cc and FOLDER/c++ are compilers with those of the
# LIBRARY, if it has any.
found=$(nm "$1" 2>/dev/null | grep -o '__[at]san_init' | head -n 1)
case $found in
__asan_init) with=address,undefined ;;
__tsan_init) with=thread ;;
*) exit 0 ;;
esac
for compiler in cc c++; do
    printf '#!/bin/sh\nexec %s "$@" -fsanitize=%s\n' "$(command -v $compiler)" "$with" >"$2/$compiler"
    chmod +x "$2/$compiler"
done
