// ClassFiles: the files of classes, answers.csv and moves.csv. A log may have sixty thousand rows
// and belongs to one thread, so it is read in pages, first for the names that it ends with and then
// for the lines, which are sent as they are made. A page, or some moves of one table, is a piece of
// work, and others are served between two. One file is worked on at a time; one whose client takes
// nothing keeps nobody else's waiting. Belongs to one Node.
#pragma once

#include <deque>

#include "classroom/csv.hpp"
#include "server/node/admission.hpp"
#include "server/node/class_page.hpp"

namespace coset::node {

inline constexpr std::size_t max_open_files = 64;     // whose clients have not taken all of them
inline constexpr std::size_t max_files_of_class = 4;  // likewise
inline constexpr std::size_t max_files_of_address = 8;
inline constexpr Time file_patience = 1000;  // then a client is slow

class ClassFiles {
 public:
  ClassFiles(NodeContext& context, Admission& admission)
      : context_(context), admission_(admission) {}
  ClassFiles(const ClassFiles&) = delete;
  ClassFiles& operator=(const ClassFiles&) = delete;
  ~ClassFiles() = default;

  enum class Kind : std::uint8_t { answers, moves };
  using Reply = std::function<void(Response)>;
  // REQUIRES: the request is the teacher's of this class
  void send(store::ClassId id, Kind kind, const Request& request, const Reply& done);

  void wake();
  std::optional<Time> next_wake() const;

 private:
  using Part = BodyStream::Part;
  struct File {
    File(store::ClassId in, Kind what, std::string from, Budgets::Client class_account,
         Budgets::Client address_account)
        : id(in),
          kind(what),
          address(std::move(from)),
          of_class(std::move(class_account)),
          of_address(std::move(address_account)) {}

    store::ClassId id;
    Kind kind;
    std::string address;
    Budgets::Client of_class, of_address;
    classroom::Roster roster;
    bool scanned = false;             // the names are known
    std::uint32_t next = 1;           // row
    std::uint32_t last = 0;           // row of the log when it was scanned
    std::string text;                 // of the next part
    std::size_t table = 0;            // whose moves are next
    std::optional<store::Log> log{};  // of that table
    std::shared_ptr<const table::Setup> setup{};
    std::size_t event = 0;                            // of it
    std::function<void(const Result<Part>&)> done{};  // who waits for a part
    bool ended = false;
    Time taken_at = 0;  // when the last part was given
  };
  using FilePtr = std::shared_ptr<File>;
  class Rest;

  // Others may be made in the meantime of one whose client is slow.
  bool is_busy(store::ClassId id, const std::string& address);
  void next_part(const FilePtr& file, std::function<void(const Result<Part>&)> done);
  void work(const FilePtr& file);
  void work_soon(const FilePtr& file);
  void give(const FilePtr& file, const Result<Part>& part);
  void read_page(const FilePtr& file);
  void on_page(const FilePtr& file, const Result<store::LogPage>& page);
  std::optional<Error> scan(File& file, const store::LogPage& page);
  void add_answers(const FilePtr& file, const store::LogPage& page);
  void add_moves(const FilePtr& file);
  void read_table(const FilePtr& file);
  void on_table(File& file, GameId game, const store::Log& log);
  void charge(const File& file, int units);

  LifetimeToken lifetime_;
  NodeContext& context_;
  Admission& admission_;
  std::vector<std::weak_ptr<File>> files_;   // whose clients have not taken all of them
  std::weak_ptr<File> current_;              // the one that is worked on
  std::deque<std::weak_ptr<File>> waiting_;  // for their turn
  FilePtr soon_;                             // it goes on with the next wake
};

}  // namespace coset::node
