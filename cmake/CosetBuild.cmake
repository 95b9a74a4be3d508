# How everything is compiled: language, warnings, sanitizers, launcher, output folders, packages.

option(COSET_WERROR "Treat warnings as errors" OFF)
option(COSET_GAP_TESTS "Run the tests that compare with GAP" ON)
option(COSET_COVERAGE "Instrument for clang's source-based coverage" OFF)
option(COSET_FUZZ "Build the libFuzzer targets too (clang)" OFF)
# Inside another project the library of coset.h is built, and nothing else.
option(COSET_INSTALL "Install what is built" ${PROJECT_IS_TOP_LEVEL})
option(COSET_PROGRAMS "Build the layers that are not portable too" ${PROJECT_IS_TOP_LEVEL})
option(COSET_SOCKETS "Compile what includes Boost.Beast too" ON)
option(COSET_TEST_CASES "Make every test case a test of ctest's, not every program" ON)
option(COSET_PORTABLE "Link programs too that need nothing of a machine but glibc" OFF)
option(COSET_PLAIN_TESTS "Do not optimise the tests, but for those that compute long" OFF)
set(COSET_UNITY "" CACHE STRING "What to compile in batches of sources: nothing, LEAVES (tests and programs) or ALL")
set(COSET_SANITIZE "" CACHE STRING "Value for -fsanitize=, such as address,undefined")

set(COSET_WASM OFF)
if(CMAKE_CXX_COMPILER_TARGET STREQUAL "wasm32-wasi")
  set(COSET_WASM ON)
  set(COSET_PROGRAMS OFF)
endif()

if(NOT CMAKE_BUILD_TYPE AND PROJECT_IS_TOP_LEVEL)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Debug or Release" FORCE)
endif()
# CHECK is not assert: it stays on whatever NDEBUG says.
set(CMAKE_CXX_FLAGS_DEBUG "-O1 -g -fno-omit-frame-pointer -D_GLIBCXX_ASSERTIONS")
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_CXX_SCAN_FOR_MODULES OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib")
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib")

if(NOT CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(COSET_CCACHE ccache)
  mark_as_advanced(COSET_CCACHE)
  if(COSET_CCACHE)
    set(CMAKE_CXX_COMPILER_LAUNCHER "${COSET_CCACHE}")
  endif()
endif()

# __FILE__ is a path in the tree, under ccache too, which compiles by paths relative to the build's folder.
file(RELATIVE_PATH COSET_TREE "${PROJECT_BINARY_DIR}" "${PROJECT_SOURCE_DIR}/")
add_compile_options(-Wall -Wextra -Wpedantic -Wconversion
                    "-fmacro-prefix-map=${PROJECT_SOURCE_DIR}/=" "-fmacro-prefix-map=${COSET_TREE}=")
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # g++ also counts a parameter's name in a bare declaration as shadowing, and g++ 12 reports
  # overlaps inside std::string that are not there (GCC bug 105651).
  add_compile_options(-Wshadow=local -Wno-restrict)
else()
  add_compile_options(-Wshadow)
endif()
if(COSET_WERROR)
  add_compile_options(-Werror)
endif()

# What is shipped faces the network. What the linker has resolved cannot be written; in the layers that are not
# portable, where bytes from outside come in, an overrun buffer ends the program. The portable half, which the cost
# gate counts, has CHECK. tests/system/packaging/hardening_test.py reads the programs for it.
set(COSET_HARDENED "")
if(CMAKE_BUILD_TYPE STREQUAL "Release" AND NOT COSET_WASM)
  set(COSET_HARDENED -fstack-protector-strong -fstack-clash-protection -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
  add_link_options(-Wl,-z,relro,-z,now)
endif()

# What nothing calls is left out of programs, and equal functions are there once.
set(COSET_SMALL_PROGRAM "")
if(CMAKE_BUILD_TYPE STREQUAL "Release" AND CMAKE_EXE_LINKER_FLAGS MATCHES "lld")
  set(COSET_SMALL_PROGRAM -Wl,--gc-sections,--icf=safe)
  # Single functions and tables, that is, not whole sources.
  add_compile_options(-ffunction-sections -fdata-sections)
  # glibc reads packed relocations since 2.36, which has arc4random too.
  include(CheckSymbolExists)
  check_symbol_exists(arc4random stdlib.h COSET_PACKED_RELOCATIONS)
endif()

if(COSET_FUZZ)
  set(COSET_SANITIZE "${COSET_SANITIZE},fuzzer-no-link")
endif()
if(COSET_SANITIZE)
  # Enough to name the lines of a stack, at a part of the price.
  string(REPLACE "-g " "-gline-tables-only " CMAKE_CXX_FLAGS_DEBUG "${CMAKE_CXX_FLAGS_DEBUG}")
  # vptr needs RTTI, which the portable half does without.
  add_compile_options(-fsanitize=${COSET_SANITIZE} -fno-sanitize=vptr -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${COSET_SANITIZE})
endif()
if(COSET_COVERAGE)
  add_compile_options(-fprofile-instr-generate -fcoverage-mapping)
  add_link_options(-fprofile-instr-generate)
endif()

set(COSET_BUILD_TESTS OFF)
if(PROJECT_IS_TOP_LEVEL)
  include(CTest)
  if(BUILD_TESTING AND NOT COSET_WASM)
    set(COSET_BUILD_TESTS ON)
  endif()
endif()

if(COSET_WASM)
  # A page loads all of it before the first move: small first, fast second.
  # Instructions that every browser has that has bulk memory.
  string(JOIN " " CMAKE_CXX_FLAGS_RELEASE -Oz -DNDEBUG -flto -mbulk-memory -msign-ext
         -mnontrapping-fptoint -fno-threadsafe-statics)
  find_program(COSET_WASM_OPT wasm-opt REQUIRED)
  mark_as_advanced(COSET_WASM_OPT)
  # The host's folder of headers would shadow those of wasi-libc, so the build sees only links to
  # what it may use.
  find_path(COSET_NLOHMANN nlohmann/json.hpp PATHS /usr/local/include /usr/include
            NO_CMAKE_FIND_ROOT_PATH REQUIRED)
  mark_as_advanced(COSET_NLOHMANN)
  file(MAKE_DIRECTORY "${PROJECT_BINARY_DIR}/headers")
  file(CREATE_LINK "${COSET_NLOHMANN}/nlohmann" "${PROJECT_BINARY_DIR}/headers/nlohmann" SYMBOLIC)
  add_library(nlohmann_json INTERFACE)
  add_library(nlohmann_json::nlohmann_json ALIAS nlohmann_json)
  target_include_directories(nlohmann_json SYSTEM INTERFACE "${PROJECT_BINARY_DIR}/headers")
else()
  find_package(Threads REQUIRED)
  find_package(nlohmann_json CONFIG REQUIRED)
endif()
if(COSET_PROGRAMS)
  find_package(CLI11 CONFIG REQUIRED)
  set(CURSES_NEED_WIDE TRUE)
  find_package(Curses REQUIRED)
endif()
if(COSET_BUILD_TESTS OR COSET_UNITY)
  find_program(COSET_PYTHON python3 REQUIRED)
  mark_as_advanced(COSET_PYTHON)
endif()
if(COSET_BUILD_TESTS)
  find_package(GTest CONFIG REQUIRED)
  find_package(rapidcheck CONFIG REQUIRED)
  include(GoogleTest)
endif()
