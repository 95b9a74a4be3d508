#include "server/store/libpq.hpp"

#include <dlfcn.h>
#include <libpq-fe.h>

#include "base/check.hpp"

namespace coset::store {

namespace {

void* library() {
  static void* const loaded = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
  return loaded;
}

template <class Function>
Function* find(const char* name) {
  CHECK(library() != nullptr);
  void* found = dlsym(library(), name);
  CHECK(found != nullptr);
  return reinterpret_cast<Function*>(found);
}

}  // namespace

bool has_libpq() { return library() != nullptr; }

}  // namespace coset::store

// What we call of it, under the names of its header. A static of each: looked for once.
#define LATE(name)                                                    \
  static const auto late = coset::store::find<decltype(name)>(#name); \
  return late

// clang-format off
// NOLINTBEGIN(readability-*)
extern "C" {
PGconn* PQconnectStart(const char* a) { LATE(PQconnectStart)(a); }
PGconn* PQconnectStartParams(const char* const* a, const char* const* b, int c) { LATE(PQconnectStartParams)(a, b, c); }
PostgresPollingStatusType PQconnectPoll(PGconn* a) { LATE(PQconnectPoll)(a); }
void PQfinish(PGconn* a) { LATE(PQfinish)(a); }
ConnStatusType PQstatus(const PGconn* a) { LATE(PQstatus)(a); }
char* PQerrorMessage(const PGconn* a) { LATE(PQerrorMessage)(a); }
char* PQhost(const PGconn* a) { LATE(PQhost)(a); }
PQnoticeReceiver PQsetNoticeReceiver(PGconn* a, PQnoticeReceiver b, void* c) { LATE(PQsetNoticeReceiver)(a, b, c); }
int PQsocket(const PGconn* a) { LATE(PQsocket)(a); }
int PQsetnonblocking(PGconn* a, int b) { LATE(PQsetnonblocking)(a, b); }
int PQenterPipelineMode(PGconn* a) { LATE(PQenterPipelineMode)(a); }
int PQpipelineSync(PGconn* a) { LATE(PQpipelineSync)(a); }
int PQflush(PGconn* a) { LATE(PQflush)(a); }
int PQconsumeInput(PGconn* a) { LATE(PQconsumeInput)(a); }
int PQisBusy(PGconn* a) { LATE(PQisBusy)(a); }
PGresult* PQgetResult(PGconn* a) { LATE(PQgetResult)(a); }
PGresult* PQexec(PGconn* a, const char* b) { LATE(PQexec)(a, b); }
int PQsendQuery(PGconn* a, const char* b) { LATE(PQsendQuery)(a, b); }
int PQsendPrepare(PGconn* a, const char* b, const char* c, int d, const Oid* e) { LATE(PQsendPrepare)(a, b, c, d, e); }
int PQsendQueryPrepared(PGconn* a, const char* b, int c, const char* const* d, const int* e, const int* f, int g) {
  LATE(PQsendQueryPrepared)(a, b, c, d, e, f, g);
}
ExecStatusType PQresultStatus(const PGresult* a) { LATE(PQresultStatus)(a); }
char* PQresultErrorMessage(const PGresult* a) { LATE(PQresultErrorMessage)(a); }
char* PQresultErrorField(const PGresult* a, int b) { LATE(PQresultErrorField)(a, b); }
int PQntuples(const PGresult* a) { LATE(PQntuples)(a); }
char* PQgetvalue(const PGresult* a, int b, int c) { LATE(PQgetvalue)(a, b, c); }
int PQgetlength(const PGresult* a, int b, int c) { LATE(PQgetlength)(a, b, c); }
int PQgetisnull(const PGresult* a, int b, int c) { LATE(PQgetisnull)(a, b, c); }
void PQclear(PGresult* a) { LATE(PQclear)(a); }
PQconninfoOption* PQconninfoParse(const char* a, char** b) { LATE(PQconninfoParse)(a, b); }
void PQconninfoFree(PQconninfoOption* a) { LATE(PQconninfoFree)(a); }
void PQfreemem(void* a) { LATE(PQfreemem)(a); }
}
// NOLINTEND(readability-*)
// clang-format on
