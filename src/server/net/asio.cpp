// Asio's functions, compiled once for this module and its users.
#include <boost/asio/impl/src.hpp>
