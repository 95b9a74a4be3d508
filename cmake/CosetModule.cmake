# One call declares one thing. A folder that is missing or empty declares nothing.

set(COSET_TESTS_DIR "${PROJECT_SOURCE_DIR}/tests")

# Turns names into targets: "play" becomes coset_play, anything else stays as it is.
function(_coset_targets out)
  set(found "")
  foreach(name IN LISTS ARGN)
    if(TARGET coset_${name})
      list(APPEND found coset_${name})
    else()
      list(APPEND found ${name})
    endif()
  endforeach()
  set(${out} "${found}" PARENT_SCOPE)
endfunction()

# A GoogleTest executable whose every case is one ctest test with the given label.
function(_coset_gtest target label)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "SOURCES;LINK")
  add_executable(${target} ${arg_SOURCES})
  _coset_targets(libraries ${arg_LINK})
  target_link_libraries(${target} PRIVATE ${libraries} GTest::gmock GTest::gtest GTest::gtest_main)
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}/src" "${COSET_TESTS_DIR}")
  # Only where it is read: a path in every command line would keep checkouts from sharing a cache.
  foreach(source IN LISTS arg_SOURCES)
    file(STRINGS "${source}" reads_files REGEX COSET_TESTS_DIR LIMIT_COUNT 1)
    if(reads_files)
      set_property(SOURCE "${source}" APPEND PROPERTY COMPILE_DEFINITIONS
                   COSET_TESTS_DIR="${COSET_TESTS_DIR}")
    endif()
  endforeach()
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    # GoogleTest's own macros leave variadic arguments out.
    target_compile_options(${target} PRIVATE -Wno-gnu-zero-variadic-macro-arguments)
  else()
    # "if (x) EXPECT_EQ(...);" holds an else that g++ sees.
    target_compile_options(${target} PRIVATE -Wno-dangling-else)
  endif()
  # The prefix keeps names unique: ctest merges the labels of tests with equal names.
  string(REGEX REPLACE "_test$" "." prefix ${target})
  gtest_discover_tests(${target} TEST_PREFIX ${prefix} DISCOVERY_MODE PRE_TEST
                       DISCOVERY_TIMEOUT 120 PROPERTIES LABELS ${label} TIMEOUT 900)
endfunction()

# coset_module(<name> [PORTABLE] [EXECUTABLE <program>] [DEPENDS <module>...] [LINK <target>...])
#   src/<name>/**.cpp         -> library coset_<name> (header-only when there is no source)
#   src/<name>/main.cpp       -> the program, if EXECUTABLE names one
#   tests/<name>/**_test.cpp  -> program <name>_test, label unit
# PORTABLE: compiled without exceptions and RTTI, and for WebAssembly too.
function(coset_module name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "PORTABLE" "EXECUTABLE" "DEPENDS;LINK")
  if(COSET_WASM AND NOT arg_PORTABLE)
    return()
  endif()
  set(folder "${PROJECT_SOURCE_DIR}/src/${name}")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${folder}/*.cpp")
  list(FILTER sources EXCLUDE REGEX "/capi/wasm/")  # a host of its own, built by coset_wasm_reactor
  set(main "")
  if(arg_EXECUTABLE AND "${folder}/main.cpp" IN_LIST sources)
    set(main "${folder}/main.cpp")
    list(REMOVE_ITEM sources "${main}")
  endif()

  set(library coset_${name})
  if(sources)
    add_library(${library} STATIC ${sources})
    set(scope PUBLIC)
    if(arg_PORTABLE)
      target_compile_options(${library} PRIVATE -fno-exceptions -fno-rtti)
    endif()
    if(arg_PORTABLE AND NOT COSET_WASM)
      # For the shared library, which exports nothing but its C functions.
      set_target_properties(${library} PROPERTIES POSITION_INDEPENDENT_CODE ON
                            CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
    endif()
  else()
    add_library(${library} INTERFACE)
    set(scope INTERFACE)
  endif()
  target_include_directories(${library} ${scope} "${PROJECT_SOURCE_DIR}/src")
  list(TRANSFORM arg_DEPENDS PREPEND coset_)
  target_link_libraries(${library} ${scope} ${arg_DEPENDS} ${arg_LINK})

  if(arg_EXECUTABLE)
    target_compile_definitions(${library} ${scope} COSET_VERSION="${PROJECT_VERSION}")
  endif()
  if(main AND NOT COSET_FUZZ)
    add_executable(${arg_EXECUTABLE} "${main}")
    target_link_libraries(${arg_EXECUTABLE} PRIVATE ${library})
  endif()

  file(GLOB_RECURSE tests CONFIGURE_DEPENDS "${COSET_TESTS_DIR}/${name}/*_test.cpp")
  if(COSET_BUILD_TESTS AND tests)
    _coset_gtest(${name}_test unit SOURCES ${tests} LINK ${name})
  endif()
endfunction()

# The second implementation of the rules: tests/oracle/*.cpp without the tests. It sees nothing of
# src/, which is its worth.
function(coset_oracle)
  file(GLOB sources CONFIGURE_DEPENDS "${COSET_TESTS_DIR}/oracle/*.cpp")
  list(FILTER sources EXCLUDE REGEX "_test\\.cpp$")
  file(GLOB headers CONFIGURE_DEPENDS "${COSET_TESTS_DIR}/oracle/*.hpp")
  if(NOT COSET_BUILD_TESTS OR NOT (sources OR headers))
    return()
  endif()
  if(sources)
    add_library(coset_oracle STATIC ${sources})
    target_include_directories(coset_oracle PUBLIC "${COSET_TESTS_DIR}")
  else()
    add_library(coset_oracle INTERFACE)
    target_include_directories(coset_oracle INTERFACE "${COSET_TESTS_DIR}")
  endif()
endfunction()

# coset_test_layer(<layer> LINK <module or target>...)
#   tests/<layer>/*.cpp -> program <layer>_test, label <layer>
function(coset_test_layer layer)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LINK")
  set(pattern "*.cpp")
  if(layer STREQUAL "oracle")
    set(pattern "*_test.cpp")
  endif()
  file(GLOB sources CONFIGURE_DEPENDS "${COSET_TESTS_DIR}/${layer}/${pattern}")
  if(COSET_BUILD_TESTS AND sources)
    _coset_gtest(${layer}_test ${layer} SOURCES ${sources} LINK ${arg_LINK})
  endif()
endfunction()

# coset_faulty(<module>): a second library coset_<module>_faulty from the same sources, compiled with
# COSET_TEST_FAULTS, which the tests can tell to make mistakes. It is never shipped.
function(coset_faulty name)
  if(NOT COSET_BUILD_TESTS)
    return()
  endif()
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/${name}/*.cpp")
  add_library(coset_${name}_faulty STATIC ${sources})
  target_compile_options(coset_${name}_faulty PRIVATE -fno-exceptions -fno-rtti)
  target_compile_definitions(coset_${name}_faulty PUBLIC COSET_TEST_FAULTS)
  target_include_directories(coset_${name}_faulty PUBLIC "${PROJECT_SOURCE_DIR}/src")
  get_target_property(libraries coset_${name} LINK_LIBRARIES)
  target_link_libraries(coset_${name}_faulty PUBLIC ${libraries})
endfunction()

# coset_script_layer(<layer>)
#   tests/<layer>/*.py -> one ctest test a file, run by unittest with the program's path in
#   COSET_BIN. A file whose name starts with _ is a helper.
function(coset_script_layer layer)
  if(NOT COSET_BUILD_TESTS OR NOT TARGET coset OR (layer STREQUAL "gap" AND NOT COSET_GAP_TESTS))
    return()
  endif()
  file(GLOB scripts CONFIGURE_DEPENDS "${COSET_TESTS_DIR}/${layer}/*.py")
  list(FILTER scripts EXCLUDE REGEX "/_[^/]*$")
  foreach(script IN LISTS scripts)
    get_filename_component(stem "${script}" NAME_WE)
    add_test(NAME ${layer}.${stem} COMMAND "${COSET_PYTHON}" -B -m unittest ${stem}.py
             WORKING_DIRECTORY "${COSET_TESTS_DIR}/${layer}")
    set_tests_properties(${layer}.${stem} PROPERTIES
      LABELS ${layer} TIMEOUT 900 FAIL_REGULAR_EXPRESSION "Ran 0 tests"
      ENVIRONMENT "COSET_BIN=$<TARGET_FILE:coset>;COSET_TESTS_DIR=${COSET_TESTS_DIR}")
  endforeach()
endfunction()

# tests/protocol/: what the hub writes is checked against docs/protocol/*.schema.json from outside.
function(coset_protocol_tests)
  if(NOT COSET_BUILD_TESTS)
    return()
  endif()
  add_executable(protocol_lines "${COSET_TESTS_DIR}/protocol/protocol_lines.cpp")
  target_link_libraries(protocol_lines PRIVATE coset_hub GTest::gtest)
  target_include_directories(protocol_lines PRIVATE "${COSET_TESTS_DIR}")
  add_test(NAME protocol.schema COMMAND "${COSET_PYTHON}" -B -m unittest schema_test.py
           WORKING_DIRECTORY "${COSET_TESTS_DIR}/protocol")
  set_tests_properties(protocol.schema PROPERTIES
    LABELS protocol TIMEOUT 900 FAIL_REGULAR_EXPRESSION "Ran 0 tests"
    ENVIRONMENT "COSET_PROTOCOL_LINES=$<TARGET_FILE:protocol_lines>")
endfunction()

# coset_tool_tests(<label> <checker>...): runs tools/<checker>.py on the tree, and every
# tools/*_test.py.
function(coset_tool_tests label)
  if(NOT COSET_BUILD_TESTS)
    return()
  endif()
  foreach(checker IN LISTS ARGN)
    add_test(NAME ${label}.${checker} COMMAND "${COSET_PYTHON}" -B tools/${checker}.py
             WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
    set_tests_properties(${label}.${checker} PROPERTIES LABELS ${label})
  endforeach()
  file(GLOB scripts CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tools/*_test.py")
  foreach(script IN LISTS scripts)
    get_filename_component(stem "${script}" NAME_WE)
    add_test(NAME ${label}.${stem} COMMAND "${COSET_PYTHON}" -B -m unittest ${stem}.py
             WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}/tools")
    set_tests_properties(${label}.${stem} PROPERTIES LABELS ${label})
  endforeach()
endfunction()

# fuzz/<name>_fuzz.cpp -> program <name>_fuzz, in the fuzz preset only. Corpus: fuzz/corpus/<name>/
function(coset_fuzz_targets)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "" "LINK")
  if(NOT COSET_FUZZ)
    return()
  endif()
  file(GLOB sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/fuzz/*_fuzz.cpp")
  _coset_targets(libraries ${arg_LINK})
  foreach(source IN LISTS sources)
    get_filename_component(stem "${source}" NAME_WE)
    add_executable(${stem} "${source}")
    target_link_libraries(${stem} PRIVATE ${libraries})
    target_link_options(${stem} PRIVATE -fsanitize=fuzzer)
  endforeach()
endfunction()
