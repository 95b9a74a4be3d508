#include "server/node/class_files.hpp"

#include "server/node/http_json.hpp"
#include "server/node/log_rows.hpp"
#include "table/log.hpp"

namespace coset::node {

namespace {

constexpr int units_per_table = 20;  // of Use::work
constexpr std::size_t moves_at_once = 200;
constexpr int retry_after = 2;  // seconds; most files take less

Response busy() { return error_response(503, to_refusal(error_code("class.busy"), retry_after)); }

Error unavailable() { return to_error(error_code("store.unavailable")); }

}  // namespace

// The parts after the first.
class ClassFiles::Rest final : public BodyStream {
 public:
  Rest(ClassFiles& files, FilePtr file)
      : files_(files), node_(files.lifetime_.token()), file_(std::move(file)) {}

  void next(std::function<void(std::optional<Part>)> done) override {
    if (node_.expired()) return done(std::nullopt);
    files_.next_part(file_, [done = std::move(done)](const Result<ClassFiles::Part>& part) {
      done(part ? std::optional(*part) : std::nullopt);
    });
  }

 private:
  ClassFiles& files_;
  std::weak_ptr<int> node_;
  FilePtr file_;
};

bool ClassFiles::is_busy(store::ClassId id, const std::string& address) {
  std::erase_if(files_, [](const auto& each) {
    const auto file = each.lock();
    return !file || file->ended;
  });
  std::size_t of_class = 0, of_address = 0;
  for (const auto& each : files_) {
    const auto file = each.lock();
    of_class += file->id == id ? 1 : 0;
    of_address += file->address == address ? 1 : 0;
    if (file->done || context_.now() - file->taken_at < file_patience) return true;
  }
  return files_.size() >= max_open_files || of_class >= max_files_of_class ||
         of_address >= max_files_of_address;
}

// Each class has what it may read, and each address what two classes may: others there do not use
// up what is a class's own, and many classes of one address do not stand for many teachers.
void ClassFiles::charge(const File& file, int units) {
  context_.budgets().charge(file.of_class, Use::work, context_.now(), units);
  context_.budgets().charge(file.of_address, Use::work, context_.now(), (units + 1) / 2);
}

void ClassFiles::send(store::ClassId id, Kind kind, const Request& request, const Reply& done) {
  const std::string address = request.guest ? request.guest->address : std::string();
  const auto account = [&](const std::string& of) {
    return context_.budgets().client("", "files of " + of, context_.now());
  };
  const auto of_class = account("class " + std::to_string(static_cast<std::uint64_t>(id)));
  const auto of_address = account(address);
  for (const auto& each : {of_class, of_address})
    if (const auto verdict = context_.budgets().check(each, Use::work, context_.now());
        verdict.wait > 0)
      return done(admission_.too_many_requests(Use::work, verdict));
  if (is_busy(id, address)) return done(busy());
  const auto file = std::make_shared<File>(id, kind, address, of_class, of_address);
  if (request.target.find("?bom=1") != std::string::npos) file->text = classroom::utf8_bom;
  file->text += kind == Kind::answers ? classroom::answers_header : classroom::moves_header;
  files_.push_back(file);
  // Not the file, which has this.
  next_part(file, [this, done, weak = std::weak_ptr(file)](const Result<Part>& part) {
    const auto made = weak.lock();
    if (!part || !made) return done(error_response(part ? unavailable() : part.error()));
    const std::string name = made->kind == Kind::answers ? "answers" : "moves";
    Response out{200,
                 "text/csv; charset=utf-8",
                 part->text,
                 {{"Content-Disposition",
                   "attachment; filename=\"class-" + made->roster.code() + "-" + name + ".csv\""},
                  {"Cache-Control", "no-store"}}};
    if (!part->last) out.rest = std::make_shared<Rest>(*this, made);
    done(std::move(out));
  });
}

void ClassFiles::next_part(const FilePtr& file, std::function<void(const Result<Part>&)> done) {
  file->done = std::move(done);
  if (!current_.expired()) return waiting_.push_back(file);
  current_ = file;
  work(file);
}

void ClassFiles::work(const FilePtr& file) {
  if (!file->scanned || file->kind == Kind::answers) return read_page(file);
  file->log ? add_moves(file) : read_table(file);
}

// After others have been served.
void ClassFiles::work_soon(const FilePtr& file) { soon_ = file; }

void ClassFiles::give(const FilePtr& file, const Result<Part>& part) {
  const auto done = std::exchange(file->done, nullptr);
  file->taken_at = context_.now();
  file->ended = !part || part->last;
  current_.reset();
  while (!waiting_.empty() && current_.expired()) {
    const auto next = waiting_.front().lock();
    waiting_.pop_front();
    if (!next) continue;
    current_ = next;
    work_soon(next);
  }
  done(part);
}

void ClassFiles::read_page(const FilePtr& file) {
  store::LogRange range = log_page;
  range.from = file->next;
  context_.deps().classes.read(
      file->id, range,
      context_.defer(lifetime_, [this, file](const auto& page) { on_page(file, page); }));
}

void ClassFiles::on_page(const FilePtr& file, const Result<store::LogPage>& page) {
  if (!page) return give(file, unavailable());
  if (page->events.empty())  // forgotten
    return give(file, to_error(error_code("class.not_found")));
  if (file->scanned) return add_answers(file, *page);
  if (const auto error = scan(*file, *page)) return give(file, *error);
  if (page->more) return work_soon(file);
  file->scanned = true;
  file->last = page->events.back().number;
  const bool is_whole = page->events.front().number == 1;
  file->next = 1;
  if (is_whole && file->kind == Kind::answers) return add_answers(file, *page);
  work_soon(file);
}

// A log that crashes the process is known in the crash history then.
std::optional<Error> ClassFiles::scan(File& file, const store::LogPage& page) {
  charge(file, 1 + units_of(page));
  context_.deps().crash_marker.enter(file.id);
  bool good = page.events.front().number == file.next;
  for (const store::ClassEvent& each : page.events) {
    if (!good) break;
    good = !file.roster.add({each.number, each.id, each.at, each.body});
  }
  context_.deps().crash_marker.leave();
  file.next = page.events.back().number + 1;
  if (good) return std::nullopt;
  return to_error(error_code("class.corrupt"));
}

// What was written since the names were read is left to the next file.
void ClassFiles::add_answers(const FilePtr& file, const store::LogPage& page) {
  context_.deps().crash_marker.enter(file->id);
  bool good = true;
  for (const store::ClassEvent& each : page.events)
    if (good && each.number <= file->last)
      good = !classroom::append_answer(file->text, file->roster,
                                       {each.number, each.id, each.at, each.body});
  context_.deps().crash_marker.leave();
  if (!good) return give(file, to_error(error_code("class.corrupt")));
  file->next = page.events.back().number + 1;
  const bool last = file->next > file->last;
  if (!last && file->text.empty()) return work_soon(file);
  give(file, Part{std::exchange(file->text, {}), last});
}

void ClassFiles::read_table(const FilePtr& file) {
  const auto& games = file->roster.games();
  if (file->table >= games.size()) return give(file, Part{std::exchange(file->text, {}), true});
  const GameId game = games[file->table];
  charge(*file, units_per_table);
  context_.deps().events.read(game, 1,
                              context_.defer(lifetime_, [this, file, game](const auto& log) {
                                if (!log) return give(file, unavailable());
                                if (*log) on_table(*file, game, **log);
                                if (file->log) return add_moves(file);
                                ++file->table;  // nobody has played there
                                work_soon(file);
                              }));
}

void ClassFiles::on_table(File& file, GameId game, const store::Log& log) {
  context_.deps().crash_marker.enter(file.id);
  const auto setup = setup_of(log, game);
  context_.deps().crash_marker.leave();
  if (!setup) return;
  file.log = log;
  file.setup = *setup;
  file.event = 0;
}

// The moves of one table, bots' included. A pupil has the alias of now, as in the answers.
void ClassFiles::add_moves(const FilePtr& file) {
  const table::Setup& setup = *file->setup;
  const std::vector<store::Event>& events = file->log->events;
  const std::size_t end = std::min(events.size(), file->event + moves_at_once);
  context_.deps().crash_marker.enter(file->id);
  const Match match = table::first_match(setup);
  for (; file->event < end; ++file->event) {
    const store::Event& event = events[file->event];
    const auto body = table::read_body(match, event.body);
    if (!body || body->header.kind != protocol::EventKind::move || body->entries.empty()) continue;
    const Seat seat = body->header.seat;
    if (seat >= setup.seats.size()) continue;
    const table::SeatSetup& by = setup.seats[seat];
    const std::string* pupil =
        by.player == protocol::Player::human ? file->roster.holder(by.token) : nullptr;
    classroom::append_move(file->text,
                           {file->roster.code(), setup.table, pupil == nullptr ? by.name : *pupil,
                            event.ply, match.write(body->entries.front().action), body->header.hint,
                            body->header.spent, event.at});
  }
  context_.deps().crash_marker.leave();
  if (file->event == events.size()) {
    file->log.reset();
    ++file->table;
  }
  const bool last = file->table >= file->roster.games().size();
  if (!last && file->text.size() < log_page.bytes / 4) return work_soon(file);
  give(file, Part{std::exchange(file->text, {}), last});
}

void ClassFiles::wake() {
  if (const FilePtr file = std::exchange(soon_, nullptr)) work(file);
}

std::optional<Time> ClassFiles::next_wake() const {
  return soon_ == nullptr ? std::nullopt : std::optional(context_.now());
}

}  // namespace coset::node
