# The module capi as what other languages load: a shared library, and a WebAssembly module.

# The functions that coset.h promises, in <out>; the API's version in <version>.
function(_coset_c_functions out version)
  set(header "${PROJECT_SOURCE_DIR}/src/apps/capi/coset.h")
  set_property(DIRECTORY "${PROJECT_SOURCE_DIR}" APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${header}")
  file(STRINGS "${header}" lines REGEX "^COSET_API ")
  set(names "")
  foreach(line IN LISTS lines)
    if(line MATCHES "(coset_[a-z_]+)\\(")
      list(APPEND names "${CMAKE_MATCH_1}")
    endif()
  endforeach()
  set(${out} "${names}" PARENT_SCOPE)
  file(STRINGS "${header}" line REGEX "^#define COSET_API_VERSION ")
  string(REGEX REPLACE ".* " "" number "${line}")
  set(${version} "${number}" PARENT_SCOPE)
endfunction()

# libcoset.so, which exports the functions of coset.h and nothing else.
function(coset_shared_library)
  if(COSET_WASM)
    return()
  endif()
  _coset_c_functions(names version)
  add_library(coset_shared SHARED $<TARGET_OBJECTS:coset_capi>)
  target_link_libraries(coset_shared PRIVATE coset_table)
  target_include_directories(coset_shared INTERFACE
    "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src/apps/capi>" "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")
  set(map "${PROJECT_SOURCE_DIR}/cmake/libcoset.map")
  set_target_properties(coset_shared PROPERTIES OUTPUT_NAME coset EXPORT_NAME coset SOVERSION ${version}
                        VERSION "${version}.${PROJECT_VERSION}" LINK_DEPENDS "${map}")
  target_link_options(coset_shared PRIVATE "-Wl,--version-script=${map}")
  add_library(coset::coset ALIAS coset_shared)
endfunction()

# coset_wasm_reactor(<name> <source>... [EXPORT <function>...]): <name>.wasm, a WASI module without
# main that has the functions of coset.h, malloc and free, and those named here.
function(coset_wasm_reactor name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "EXPORT")
  if(NOT COSET_WASM)
    return()
  endif()
  _coset_c_functions(names version)
  list(TRANSFORM arg_UNPARSED_ARGUMENTS PREPEND "${PROJECT_SOURCE_DIR}/")
  add_executable(${name} ${arg_UNPARSED_ARGUMENTS})
  set_target_properties(${name} PROPERTIES OUTPUT_NAME "${name}" SUFFIX .wasm)
  target_compile_options(${name} PRIVATE -fno-exceptions -fno-rtti)
  target_link_libraries(${name} PRIVATE coset_capi)
  set(exports ${names} malloc free coset_host_digest ${arg_EXPORT})
  list(TRANSFORM exports PREPEND "-Wl,--export=")
  # The default stack of 64 KiB is small for groups of 256 elements; first in memory, so that an
  # overflow traps and cannot overwrite data.
  # -O0: else clang runs a wasm-opt of its own choice.
  # The compiler has inlined what is small in each file. The linker would inline what is called once,
  # too: the module has fewer bytes so, but the copies of a template differ then and compress worse.
  target_link_options(${name} PRIVATE -O0 -mexec-model=reactor -Wl,--strip-all -Wl,--stack-first
                      -Wl,-z,stack-size=1048576 -Wl,-mllvm,-inline-threshold=-20000 ${exports})
  # The lowest kilobyte is the end of the stack: nothing is there unless it is about to overflow.
  # Laying the branches out anew between two rounds makes it smaller, and not slower. A round comes
  # last: any other pass after it would undo what it does to the order of instructions.
  add_custom_command(TARGET ${name} POST_BUILD VERBATIM COMMAND "${COSET_WASM_OPT}"
                     --low-memory-unused --enable-bulk-memory --enable-sign-ext
                     --enable-nontrapping-float-to-int --strip-target-features -Oz
                     --always-inline-max-function-size 4 --one-caller-inline-max-function-size 4
                     --flexible-inline-max-function-size 4 --flatten --rereloop -Oz -Oz
                     "$<TARGET_FILE:${name}>" -o "$<TARGET_FILE:${name}>")
endfunction()

# tests/portability/parity: the same games for the native library and for WebAssembly. tools/check compares.
function(coset_parity)
  if(COSET_WASM)
    coset_wasm_reactor(coset_parity src/apps/capi/wasm/host.cpp src/apps/capi/wasm/memory.cpp
                       tests/portability/parity/games.cpp
                       tests/portability/parity/wasm.cpp EXPORT parity_summary parity_transcript)
    target_include_directories(coset_parity PRIVATE "${COSET_TESTS_DIR}")
  elseif(COSET_BUILD_TESTS)
    add_executable(parity_games "${COSET_TESTS_DIR}/portability/parity/games.cpp"
                   "${COSET_TESTS_DIR}/portability/parity/native.cpp")
    target_include_directories(parity_games PRIVATE "${COSET_TESTS_DIR}")
    target_link_libraries(parity_games PRIVATE coset_capi)
  endif()
endfunction()

# examples/: a program in C, a script for Python and one for Node host the same table. Each is run
# by tests/system/examples; the one for Node needs the WebAssembly build and is run only if that is there.
function(coset_examples)
  if(NOT COSET_BUILD_TESTS OR NOT TARGET coset)
    return()
  endif()
  find_package(PkgConfig REQUIRED)
  pkg_check_modules(SODIUM REQUIRED IMPORTED_TARGET libsodium)
  add_executable(host_c "${PROJECT_SOURCE_DIR}/examples/host.c")
  set_target_properties(host_c PROPERTIES C_STANDARD 99 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF)
  target_link_libraries(host_c PRIVATE coset_shared PkgConfig::SODIUM)
  _coset_unittest(examples.host examples "${COSET_TESTS_DIR}/system/examples" host_test
                  "COSET_BIN=$<TARGET_FILE:coset>" "COSET_HOST_C=$<TARGET_FILE:host_c>"
                  "COSET_LIBRARY=$<TARGET_FILE:coset_shared>")
endfunction()

# tests/portability/compat/: what older programs wrote, opened and played on by the program and the library.
function(coset_compat_tests)
  if(NOT COSET_BUILD_TESTS OR NOT TARGET coset)
    return()
  endif()
  _coset_unittest(compat.compat compat "${COSET_TESTS_DIR}/portability/compat" compat_test
                  "COSET_BIN=$<TARGET_FILE:coset>" "COSET_LIBRARY=$<TARGET_FILE:coset_shared>")
endfunction()
