#include "protocol/json_output/lattice_json.hpp"

#include <algorithm>

#include "engine/algebra/structure.hpp"
#include "protocol/table/fields_writer.hpp"
#include "protocol/table/messages.hpp"

namespace coset::protocol {

namespace {

struct NodeTold {
  const Group& group;
  const LatticeNode& node;
  const std::vector<Element>& generators;
  bool normal;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("order", self.node.members.size());
    io("generators", names_of(self.group, self.generators));
    io("normal", self.normal);
    io("class", self.node.class_number);
    io("covers", self.node.covered);
  }
};

struct ClassTold {
  int order;
  const std::vector<std::size_t>& nodes;
  const std::optional<KnownAsTold>& known;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("order", self.order);
    io("subgroups", self.nodes);
    io.nullable("known_as", self.known);
  }
};

struct LatticeTold {
  const Group& group;
  std::size_t limit;
  const std::optional<Lattice>& lattice;
  const std::vector<std::vector<Element>>& generators;
  const std::vector<std::optional<KnownAsTold>>& names;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("schema", 1);
    io("group", self.group.text());
    io("order", self.group.order());
    io("limit", self.limit);
    std::optional<std::size_t> count;
    std::vector<NodeTold> nodes;
    std::vector<ClassTold> classes;
    if (self.lattice) {
      const Lattice& lattice = *self.lattice;
      count = lattice.nodes.size();
      for (std::size_t i = 0; i < lattice.nodes.size(); ++i)
        nodes.push_back({self.group, lattice.nodes[i], self.generators[i], lattice.is_normal(i)});
      for (std::size_t i = 0; i < lattice.classes.size(); ++i) {
        const std::vector<std::size_t>& one = lattice.classes[i];
        classes.push_back({lattice.nodes[one[0]].members.size(), one, self.names[i]});
      }
    }
    io.nullable("count", count);
    io("subgroups", nodes);
    io("classes", classes);
  }
};

struct ProgressTold {
  std::size_t found;
  std::size_t percent;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("found", self.found);
    io("percent", self.percent);
  }
};

}  // namespace

LatticeTask::LatticeTask(const Group& group, std::size_t limit)
    : group_(group), limit_(limit), search_(group, limit) {}

bool LatticeTask::step(std::size_t units) {
  if (!searched_) {
    if (search_.step(units)) return true;
    searched_ = true;
    lattice_ = search_.take_result();
    return lattice_.has_value();
  }
  if (!lattice_) return false;
  for (std::size_t used = 0; names_.size() < lattice_->classes.size();) {
    used += advance();
    if (used >= units) break;
  }
  return names_.size() < lattice_->classes.size();
}

// One piece after the search; returns about how many units it took.
std::size_t LatticeTask::advance() {
  constexpr std::size_t generators_cost = 8;
  if (generators_.size() < lattice_->nodes.size()) {
    const ElementSet& members = lattice_->nodes[generators_.size()].members;
    generators_.push_back(few_generators(group_, members));
    return generators_cost;
  }
  if (lattice_->classes.size() > max_named_classes) {
    names_.resize(lattice_->classes.size());
    return 1;
  }
  const ElementSet& members = lattice_->nodes[lattice_->classes[names_.size()][0]].members;
  names_.push_back(known_as_told(subgroup_as_group(group_, members), false));
  const auto order = static_cast<std::size_t>(members.size());
  return order * order;
}

std::string LatticeTask::progress_json() const {
  // After the search for subgroups, each needs its covers, its class and its generators.
  const std::size_t finished = search_.finished() + generators_.size();
  return written(ProgressTold{search_.found(), 100 * finished / (3 * search_.found())});
}

std::string LatticeTask::result_json() {
  while (step(static_cast<std::size_t>(-1))) {
  }
  return written(LatticeTold{group_, limit_, lattice_, generators_, names_});
}

std::string lattice_json(const Group& group, std::size_t limit) {
  return LatticeTask(group, limit).result_json();
}

}  // namespace coset::protocol
