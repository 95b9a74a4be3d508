# One call declares one thing. A folder that is missing or empty declares nothing.

set(COSET_TESTS_DIR "${PROJECT_SOURCE_DIR}/tests")
# What each test of ctest's counted, as JUnit files by the test's name. tools/check reads them.
set(COSET_RESULTS_DIR "${PROJECT_BINARY_DIR}/results")

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

# Compiles the sources of a target in a few batches (see cmake/batches.py) if COSET_UNITY is one of
# the words.
function(_coset_batches target words)
  if(NOT COSET_UNITY IN_LIST words)
    return()
  endif()
  set(script "${PROJECT_SOURCE_DIR}/cmake/batches.py")
  set_property(DIRECTORY "${PROJECT_SOURCE_DIR}" APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${script}")
  execute_process(COMMAND "${COSET_PYTHON}" -B "${script}" "${PROJECT_SOURCE_DIR}/src:${COSET_TESTS_DIR}" 64 ${ARGN}
                  OUTPUT_VARIABLE lines OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE "\n" ";" lines "${lines}")
  foreach(line IN LISTS lines)
    string(REGEX MATCH "^([0-9]+) (.*)$" line "${line}")
    set_source_files_properties("${CMAKE_MATCH_2}" PROPERTIES UNITY_GROUP "${CMAKE_MATCH_1}")
  endforeach()
  # A host may bring its own check_failed, and then the linker must be able to leave ours out.
  set_source_files_properties("${PROJECT_SOURCE_DIR}/src/base/check.cpp"
                              PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  # A name of one file may now be seen by the next, which the build of single files cannot mind.
  target_compile_options(${target} PRIVATE -Wno-shadow)
endfunction()

# Puts a program into a target that stands for several.
function(_coset_add_to group target)
  if(NOT TARGET ${group})
    add_custom_target(${group})
  endif()
  add_dependencies(${group} ${target})
endfunction()

# A GoogleTest executable whose tests have the given label. Each case is a test of ctest's, or the
# program is, in so many PARTS that can run at the same time.
function(_coset_gtest target label)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "PARTS" "SOURCES;LINK")
  add_executable(${target} ${arg_SOURCES})
  _coset_targets(libraries ${arg_LINK})
  target_link_libraries(${target} PRIVATE ${libraries} GTest::gmock GTest::gtest GTest::gtest_main)
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}/src" "${COSET_TESTS_DIR}")
  # Only where it is read: a path in every command line would keep checkouts from sharing a cache.
  foreach(source IN LISTS arg_SOURCES)
    file(STRINGS "${source}" reads_files REGEX COSET_TESTS_DIR LIMIT_COUNT 1)
    if(reads_files AND COSET_UNITY)
      target_compile_definitions(${target} PRIVATE COSET_TESTS_DIR="${COSET_TESTS_DIR}")
    elseif(reads_files)
      set_property(SOURCE "${source}" APPEND PROPERTY COMPILE_DEFINITIONS
                   COSET_TESTS_DIR="${COSET_TESTS_DIR}")
    endif()
  endforeach()
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    # GoogleTest's own macros leave variadic arguments out.
    target_compile_options(${target} PRIVATE -Wno-gnu-zero-variadic-macro-arguments)
  else()
    # "if (x) EXPECT_EQ(...);" holds an else that g++ sees; a counting operator new stands beside its
    # users where sources are compiled in batches.
    target_compile_options(${target} PRIVATE -Wno-dangling-else
                           -Wno-mismatched-new-delete)
  endif()
  if(COSET_PLAIN_TESTS AND NOT target IN_LIST COSET_LONG_TESTS)
    target_compile_options(${target} PRIVATE -O0)
  endif()
  _coset_batches(${target} "ALL;LEAVES" ${arg_SOURCES})
  _coset_add_to(tests-${label} ${target})
  string(REGEX REPLACE "_test$" "" name ${target})
  if(COSET_TEST_CASES)
    # The prefix keeps names unique: ctest merges the labels of tests with equal names.
    gtest_discover_tests(${target} TEST_PREFIX ${name}. DISCOVERY_MODE PRE_TEST
                         DISCOVERY_TIMEOUT 120 PROPERTIES LABELS ${label} TIMEOUT 900)
    return()
  endif()
  if(NOT arg_PARTS)
    set(arg_PARTS 1)
  endif()
  math(EXPR last "${arg_PARTS} - 1")
  foreach(part RANGE ${last})
    set(test ${name}.${part})
    add_test(NAME ${test} COMMAND ${target} --gtest_brief=1
             "--gtest_output=xml:${COSET_RESULTS_DIR}/${test}.xml")
    set_tests_properties(${test} PROPERTIES LABELS ${label} TIMEOUT 900 COST ${arg_PARTS}
      ENVIRONMENT "GTEST_TOTAL_SHARDS=${arg_PARTS};GTEST_SHARD_INDEX=${part}")
  endforeach()
endfunction()

# coset_module(<name> [PORTABLE] [NOTHROW] [LEAF] [EXECUTABLE <program>] [WITHOUT <regex>]
#              [DEPENDS <module>...] [LINK <target>...] [SELDOM <source>...])
#   **.cpp in this folder          -> library coset_<name> (header-only when there is no source)
#   main.cpp                       -> the program, if EXECUTABLE names one
#   tests/unit/<name>/**_test.cpp  -> program <name>_test, label unit
# PORTABLE: compiled without exceptions and RTTI, and for WebAssembly too.
# NOTHROW: compiled without exceptions; one that a library throws through it (no memory is left) ends the program.
# LEAF: part of one program; compiled in batches where tests are.
# WITHOUT: files of it, and of its tests, that this build leaves out.
# SELDOM: files of what no move waits for, small rather than fast where programs are shipped. They come last in the
# library, because the linker keeps the first instance of a template that two files have; tools/check cost counts.
function(coset_module name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "PORTABLE;NOTHROW;LEAF" "EXECUTABLE;WITHOUT" "DEPENDS;LINK;SELDOM")
  if(NOT COSET_PROGRAMS AND NOT arg_PORTABLE)
    return()
  endif()
  set(folder "${CMAKE_CURRENT_SOURCE_DIR}")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${folder}/*.cpp")
  list(FILTER sources EXCLUDE REGEX "/capi/wasm/")  # a host of its own, built by coset_wasm_reactor
  if(arg_WITHOUT)
    list(FILTER sources EXCLUDE REGEX "${arg_WITHOUT}")
  endif()
  set(main "")
  if(arg_EXECUTABLE AND "${folder}/main.cpp" IN_LIST sources)
    set(main "${folder}/main.cpp")
    list(REMOVE_ITEM sources "${main}")
  endif()
  if(arg_SELDOM AND CMAKE_BUILD_TYPE STREQUAL "Release" AND CMAKE_CXX_COMPILER_ID MATCHES "Clang" AND NOT COSET_WASM)
    list(TRANSFORM arg_SELDOM PREPEND "${folder}/")
    list(REMOVE_ITEM sources ${arg_SELDOM})
    list(APPEND sources ${arg_SELDOM})
    set_source_files_properties(${arg_SELDOM} PROPERTIES COMPILE_OPTIONS -Oz)
  endif()

  set(library coset_${name})
  if(sources)
    add_library(${library} STATIC ${sources})
    set(scope PUBLIC)
    set(batched ALL)
    if(arg_LEAF)
      list(APPEND batched LEAVES)
    endif()
    _coset_batches(${library} "${batched}" ${sources})
    if(arg_PORTABLE)
      # What throws nothing needs no tables to be unwound by.
      target_compile_options(${library} PRIVATE -fno-exceptions -fno-rtti
                             $<$<CONFIG:Release>:-fno-asynchronous-unwind-tables>)
    else()
      target_compile_options(${library} PRIVATE ${COSET_HARDENED})
    endif()
    if(arg_NOTHROW)
      target_compile_options(${library} PRIVATE -fno-exceptions $<$<CONFIG:Release>:-fno-asynchronous-unwind-tables>)
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
  if(main)
    add_executable(${arg_EXECUTABLE} "${main}")
    target_link_libraries(${arg_EXECUTABLE} PRIVATE ${library})
    target_link_options(${arg_EXECUTABLE} PRIVATE ${COSET_SMALL_PROGRAM}
                        $<$<BOOL:${COSET_PACKED_RELOCATIONS}>:-Wl,-z,pack-relative-relocs>)
  endif()

  file(GLOB_RECURSE tests CONFIGURE_DEPENDS "${COSET_TESTS_DIR}/unit/${name}/*_test.cpp")
  if(arg_WITHOUT)
    list(FILTER tests EXCLUDE REGEX "${arg_WITHOUT}")
  endif()
  if(COSET_BUILD_TESTS AND tests)
    _coset_gtest(${name}_test unit SOURCES ${tests} LINK ${name})
  endif()
endfunction()

# The second implementation of the rules: tests/rules/oracle/*.cpp without the tests. It sees nothing of
# src/, which is its worth.
function(coset_oracle)
  file(GLOB sources CONFIGURE_DEPENDS "${COSET_TESTS_DIR}/rules/oracle/*.cpp")
  list(FILTER sources EXCLUDE REGEX "_test\\.cpp$")
  file(GLOB headers CONFIGURE_DEPENDS "${COSET_TESTS_DIR}/rules/oracle/*.hpp")
  if(NOT COSET_BUILD_TESTS OR NOT (sources OR headers))
    return()
  endif()
  if(sources)
    add_library(coset_oracle STATIC ${sources})
    _coset_batches(coset_oracle "ALL;LEAVES" ${sources})
    target_include_directories(coset_oracle PUBLIC "${COSET_TESTS_DIR}")
  else()
    add_library(coset_oracle INTERFACE)
    target_include_directories(coset_oracle INTERFACE "${COSET_TESTS_DIR}")
  endif()
endfunction()

# coset_test_suite(<suite> [PARTS <number>] LINK <module or target>...)
#   tests/rules/<suite>/*.cpp -> program <suite>_test, label <suite>
function(coset_test_suite suite)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "PARTS" "LINK")
  set(pattern "*.cpp")
  if(suite STREQUAL "oracle")
    set(pattern "*_test.cpp")
  endif()
  file(GLOB sources CONFIGURE_DEPENDS "${COSET_TESTS_DIR}/rules/${suite}/${pattern}")
  if(COSET_BUILD_TESTS AND sources)
    _coset_gtest(${suite}_test ${suite} PARTS ${arg_PARTS} SOURCES ${sources} LINK ${arg_LINK})
  endif()
endfunction()

# coset_mutants(<module>): program mutants_test, label mutants, from tests/mutation and a copy of the
# module in which the mistakes of tests/mutation/<module>.json are planted. Nothing else links it.
function(coset_mutants name)
  file(GLOB tests CONFIGURE_DEPENDS "${COSET_TESTS_DIR}/mutation/${name}/*.cpp")
  if(NOT COSET_BUILD_TESTS OR NOT tests)
    return()
  endif()
  set(copy "${PROJECT_BINARY_DIR}/mutated")
  file(GLOB_RECURSE files CONFIGURE_DEPENDS RELATIVE "${PROJECT_SOURCE_DIR}/src"
       "${PROJECT_SOURCE_DIR}/src/${name}/*.cpp" "${PROJECT_SOURCE_DIR}/src/${name}/*.hpp")
  list(TRANSFORM files PREPEND "${copy}/" OUTPUT_VARIABLE copies)
  list(TRANSFORM files PREPEND "${PROJECT_SOURCE_DIR}/src/")
  set(planter "${PROJECT_SOURCE_DIR}/tools/check_mutants.py")
  add_custom_command(OUTPUT ${copies} "${copy}/mutant.hpp" VERBATIM
    COMMAND "${COSET_PYTHON}" -B "${planter}" plant "${copy}" ${name}
    DEPENDS ${files} "${planter}" "${COSET_TESTS_DIR}/mutation/${name}.json"
            "${COSET_TESTS_DIR}/mutation/mutant.hpp")
  add_library(coset_${name}_mutated STATIC ${copies} "${copy}/mutant.hpp")
  target_compile_options(coset_${name}_mutated PRIVATE -fno-exceptions -fno-rtti)
  target_include_directories(coset_${name}_mutated PRIVATE "${copy}" "${PROJECT_SOURCE_DIR}/src")
  get_target_property(libraries coset_${name} LINK_LIBRARIES)
  target_link_libraries(coset_${name}_mutated PUBLIC ${libraries})
  _coset_gtest(mutants_test mutants SOURCES ${tests} LINK ${name}_mutated)
  # The copy's headers, not those of src/: inline functions contain mutants, too.
  target_include_directories(mutants_test BEFORE PRIVATE "${copy}")
endfunction()

# A test of ctest's: a script with unittest in a folder, which may not be empty.
function(_coset_unittest name label folder stem)
  add_test(NAME ${name} COMMAND "${COSET_PYTHON}" -B "${PROJECT_SOURCE_DIR}/tools/run_unittest.py"
           "${COSET_RESULTS_DIR}/${name}.xml" ${stem} WORKING_DIRECTORY "${folder}")
  set_tests_properties(${name} PROPERTIES LABELS ${label} TIMEOUT 900 ENVIRONMENT "${ARGN}")
endfunction()

# coset_script_suite(<folder>)
#   tests/<folder>/*.py -> one ctest test a file, run by unittest with the program's path in
#   COSET_BIN. A file whose name starts with _ is a helper.
function(coset_script_suite folder)
  get_filename_component(suite "${folder}" NAME)
  if(NOT COSET_BUILD_TESTS OR NOT TARGET coset OR (suite STREQUAL "gap" AND NOT COSET_GAP_TESTS))
    return()
  endif()
  file(GLOB scripts CONFIGURE_DEPENDS "${COSET_TESTS_DIR}/${folder}/*.py")
  list(FILTER scripts EXCLUDE REGEX "/_[^/]*$")
  foreach(script IN LISTS scripts)
    get_filename_component(stem "${script}" NAME_WE)
    _coset_unittest(${suite}.${stem} ${suite} "${COSET_TESTS_DIR}/${folder}" ${stem}
                    "COSET_BIN=$<TARGET_FILE:coset>" "COSET_TESTS_DIR=${COSET_TESTS_DIR}")
  endforeach()
endfunction()

# tests/system/server/*.py -> one ctest test a file, label server: cosetd from outside, over real sockets.
function(coset_server_tests)
  if(NOT COSET_BUILD_TESTS OR NOT TARGET cosetd)
    return()
  endif()
  # Chance and time of the test's own, and faults, to be loaded before what cosetd links.
  foreach(library deterministic_preload crash_on_table_preload hung_disk_preload)
    add_library(${library} MODULE "${COSET_TESTS_DIR}/system/server/${library}.c")
    _coset_add_to(tests-server ${library})
  endforeach()
  file(GLOB scripts CONFIGURE_DEPENDS "${COSET_TESTS_DIR}/system/server/*.py")
  list(FILTER scripts EXCLUDE REGEX "/_[^/]*$")
  foreach(script IN LISTS scripts)
    get_filename_component(stem "${script}" NAME_WE)
    _coset_unittest(server.${stem} server "${COSET_TESTS_DIR}/system/server" ${stem}
                    "COSETD_BIN=$<TARGET_FILE:cosetd>"
                    "COSET_BIN=$<TARGET_FILE:coset>"
                    "COSET_LOAD_BIN=$<TARGET_FILE:coset-load>"
                    "COSET_DETERMINISTIC_PRELOAD=$<TARGET_FILE:deterministic_preload>"
                    "COSET_CRASH_ON_TABLE_PRELOAD=$<TARGET_FILE:crash_on_table_preload>"
                    "COSET_HUNG_DISK_PRELOAD=$<TARGET_FILE:hung_disk_preload>"
                    "COSET_TESTS_DIR=${COSET_TESTS_DIR}")
  endforeach()
  _coset_cluster_tests()
  # They compare two times: a test beside them would be in one of these.
  set_tests_properties(server.abuse_test server.class_cost_test server.class_limits_test cluster.node_dies
                       cluster.watchers PROPERTIES RUN_SERIAL ON)
endfunction()

# tests/system/cluster/<name>_test.py -> ctest test cluster.<name>, label cluster: several cosetd, HAProxy and two
# PostgreSQL. One at a time: each has a dozen processes.
function(_coset_cluster_tests)
  file(GLOB scripts CONFIGURE_DEPENDS "${COSET_TESTS_DIR}/system/cluster/*.py")
  list(FILTER scripts EXCLUDE REGEX "/_[^/]*$")
  foreach(script IN LISTS scripts)
    get_filename_component(stem "${script}" NAME_WE)
    string(REGEX REPLACE "_test$" "" name "${stem}")
    _coset_unittest(cluster.${name} cluster "${COSET_TESTS_DIR}/system/cluster" ${stem}
                    "COSETD_BIN=$<TARGET_FILE:cosetd>"
                    "COSET_LOAD_BIN=$<TARGET_FILE:coset-load>"
                    "COSET_TESTS_DIR=${COSET_TESTS_DIR}")
    set_tests_properties(cluster.${name} PROPERTIES RESOURCE_LOCK cluster TIMEOUT 3000)
  endforeach()
endfunction()

# tests/system/protocol/: what the hub writes is checked against docs/protocol/*.schema.json from outside.
function(coset_protocol_tests)
  if(NOT COSET_BUILD_TESTS)
    return()
  endif()
  add_executable(protocol_lines "${COSET_TESTS_DIR}/system/protocol/protocol_lines.cpp")
  target_link_libraries(protocol_lines PRIVATE coset_table GTest::gtest)
  target_include_directories(protocol_lines PRIVATE "${COSET_TESTS_DIR}")
  _coset_unittest(protocol.schema protocol "${COSET_TESTS_DIR}/system/protocol" schema_test
                  "COSET_PROTOCOL_LINES=$<TARGET_FILE:protocol_lines>")
  add_executable(class_lines "${COSET_TESTS_DIR}/system/protocol/class_lines.cpp")
  target_link_libraries(class_lines PRIVATE coset_classroom GTest::gtest)
  target_include_directories(class_lines PRIVATE "${COSET_TESTS_DIR}")
  _coset_unittest(protocol.class_schema protocol "${COSET_TESTS_DIR}/system/protocol" class_schema_test
                  "COSET_CLASS_LINES=$<TARGET_FILE:class_lines>")
endfunction()

# tests/system/fair_deal/: finished games, whose deals three programs check that share no code.
function(coset_deal_tests)
  if(NOT COSET_BUILD_TESTS OR NOT TARGET coset OR NOT TARGET cosetd)
    return()
  endif()
  add_executable(deal_games "${COSET_TESTS_DIR}/system/fair_deal/deal_games.cpp")
  target_link_libraries(deal_games PRIVATE coset_node coset_crypto GTest::gtest)
  target_include_directories(deal_games PRIVATE "${COSET_TESTS_DIR}")
  _coset_unittest(fair_deal.deals fair_deal "${COSET_TESTS_DIR}/system/fair_deal" deals_test
                  "COSET_BIN=$<TARGET_FILE:coset>" "COSET_DEAL_GAMES=$<TARGET_FILE:deal_games>"
                  "COSET_TESTS_DIR=${COSET_TESTS_DIR}")
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
    _coset_unittest(${label}.${stem} ${label} "${PROJECT_SOURCE_DIR}/tools" ${stem})
  endforeach()
endfunction()

# fuzz/<name>_fuzz.cpp -> program <name>_fuzz, in the asan preset only. Corpus: fuzz/corpus/<name>/
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
    _coset_add_to(fuzzers ${stem})
  endforeach()
endfunction()

# tests/system/packaging/*.py -> one ctest test a file, label packaging: what is installed and packed, from
# outside. Of the shipped build only: others have no portable programs.
function(coset_packaging_tests)
  if(NOT COSET_BUILD_TESTS OR NOT TARGET cosetd_portable)
    return()
  endif()
  file(GLOB scripts CONFIGURE_DEPENDS "${COSET_TESTS_DIR}/system/packaging/*.py")
  list(FILTER scripts EXCLUDE REGEX "/_[^/]*$")
  foreach(script IN LISTS scripts)
    get_filename_component(stem "${script}" NAME_WE)
    _coset_unittest(packaging.${stem} packaging "${COSET_TESTS_DIR}/system/packaging" ${stem}
                    "COSET_BUILD=${PROJECT_BINARY_DIR}")
  endforeach()
  # Before a release they build everything from a clone.
  set_tests_properties(packaging.docs_test packaging.readme_test PROPERTIES TIMEOUT 3600)
endfunction()
