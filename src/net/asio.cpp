// Asio's functions, for everybody who links this floor.
#include <boost/asio/impl/src.hpp>
