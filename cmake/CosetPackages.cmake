# Debian packages by CPack, from the components of CosetInstall. tools/packages runs it.

set(COSET_MAINTAINER "Coset maintainers <maintainers@coset.example>" CACHE STRING
    "Maintainer of the packages")

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "${COSET_MAINTAINER}")
set(CPACK_PACKAGE_VENDOR Coset)
set(CPACK_PACKAGE_DIRECTORY "${PROJECT_BINARY_DIR}/packages")
set(CPACK_STRIP_FILES ON)
# Configuration files and systemd units have absolute paths.
set(CPACK_SET_DESTDIR ON)
set(CPACK_INSTALL_PREFIX /usr)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ
    GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
# Debian requires compressed man pages, a changelog and a copyright file as well.
set(COSET_DEBIAN "${PROJECT_SOURCE_DIR}/packaging/debian")
set(CPACK_PRE_BUILD_SCRIPTS "${COSET_DEBIAN}/finish.cmake")

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(CPACK_COMPONENTS_ALL runtime server web service library dev)
set(CPACK_COMPONENT_RUNTIME_GROUP coset)
set(CPACK_COMPONENT_SERVER_GROUP cosetd)
set(CPACK_COMPONENT_WEB_GROUP cosetd)
set(CPACK_COMPONENT_SERVICE_GROUP cosetd)
set(CPACK_COMPONENT_LIBRARY_GROUP libcoset1)
set(CPACK_COMPONENT_DEV_GROUP libcoset-dev)

# dpkg-shlibdeps does not see packed relocations, which glibc reads since 2.36.
set(glibc "")
if(COSET_PACKED_RELOCATIONS)
  set(glibc "libc6 (>= 2.36)")
endif()

set(CPACK_DEBIAN_COSET_PACKAGE_NAME coset)
set(CPACK_DEBIAN_COSET_PACKAGE_DEPENDS "${glibc}")
set(CPACK_DEBIAN_COSET_PACKAGE_SECTION education)
set(CPACK_DEBIAN_COSET_PACKAGE_SUGGESTS cosetd)
set(CPACK_COMPONENT_COSET_DESCRIPTION "games on finite groups, in the terminal
Coset plays, checks and explains games whose pieces are elements of finite
groups: Al-Jabar, Solitaire Al-Jabar and Mad Abel. A move is an equation,
and the program can prove it. It has bots, lessons and puzzles.")

set(CPACK_DEBIAN_COSETD_PACKAGE_NAME cosetd)
set(CPACK_DEBIAN_COSETD_PACKAGE_DEPENDS "${glibc}")
set(CPACK_DEBIAN_COSETD_PACKAGE_SECTION education)
set(CPACK_DEBIAN_COSETD_PACKAGE_SUGGESTS "libpq5, postgresql, caddy")
set(CPACK_DEBIAN_COSETD_PACKAGE_CONTROL_EXTRA "${COSET_DEBIAN}/cosetd/conffiles"
    "${COSET_DEBIAN}/cosetd/postinst" "${COSET_DEBIAN}/cosetd/prerm" "${COSET_DEBIAN}/cosetd/postrm")
set(CPACK_COMPONENT_COSETD_DESCRIPTION "server for games on finite groups, with its web client
cosetd serves the web client of Coset and hosts tables for people who play
each other. A classroom or club needs only one data directory (SQLite);
in production it runs with PostgreSQL behind a reverse proxy.")

set(CPACK_DEBIAN_LIBCOSET1_PACKAGE_NAME libcoset1)
set(CPACK_DEBIAN_LIBCOSET1_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_LIBCOSET1_PACKAGE_CONTROL_EXTRA "${COSET_DEBIAN}/libcoset1/shlibs"
    "${COSET_DEBIAN}/libcoset1/triggers")
set(CPACK_COMPONENT_LIBCOSET1_DESCRIPTION "games on finite groups, C library
The engine of Coset as one C library with a text interface: groups, rules,
bots, tables, lessons and puzzles.")

set(CPACK_DEBIAN_LIBCOSET-DEV_PACKAGE_NAME libcoset-dev)
set(CPACK_DEBIAN_LIBCOSET-DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_LIBCOSET-DEV_PACKAGE_DEPENDS "libcoset1 (= ${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})")
set(CPACK_COMPONENT_LIBCOSET-DEV_DESCRIPTION "games on finite groups, development files
The header coset.h, and the CMake and pkg-config files of the library.")

include(CPack)
