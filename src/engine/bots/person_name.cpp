#include "engine/bots/person_name.hpp"

#include <cstdint>
#include <iterator>
#include <string>

#include "base/reader.hpp"
#include "engine/bots/bot.hpp"
#include "engine/bots/name_marks.hpp"

namespace coset::bots {

namespace {

constexpr int max_accents = 2;  // of those that stack on any letter
constexpr int max_marks = 4;    // Burmese and Tibetan have as many
constexpr char32_t non_joiner = 0x200c, joiner = 0x200d, emoji_style = 0xfe0f, keycap = 0x20e3;

// The next character of UTF-8, or nothing where it is none.
std::optional<char32_t> take_character(std::string_view& text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  const std::size_t size = first < 0x80                    ? 1
                           : first >= 0xc2 && first < 0xe0 ? 2
                           : first >= 0xe0 && first < 0xf0 ? 3
                           : first >= 0xf0 && first < 0xf5 ? 4
                                                           : 0;
  if (size == 0 || size > text.size()) return std::nullopt;
  char32_t out = size == 1 ? first : first & (0xff >> (size + 1));
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return std::nullopt;
    out = out << 6 | (byte(i) & 0x3f);
  }
  const bool overlong = (size == 3 && out < 0x800) || (size == 4 && out < 0x10000);
  if (overlong || out > 0x10ffff || (out >= 0xd800 && out < 0xe000)) return std::nullopt;
  text.remove_prefix(size);
  return out;
}

template <std::size_t n>
bool among(char32_t c, const MarkRange (&ranges)[n]) {
  const auto* after =
      std::upper_bound(std::begin(ranges), std::end(ranges), c,
                       [](char32_t value, const MarkRange& range) { return value < range.first; });
  return after != std::begin(ranges) && c <= std::prev(after)->last;
}

// Blank, zero-width, layout or private-use characters: invisible, or without a defined glyph.
constexpr MarkRange hidden[] = {
    {0x0, 0x1f},        {0x7f, 0xa0},       {0xad, 0xad},        {0x34f, 0x34f},
    {0x600, 0x605},     {0x61c, 0x61c},     {0x6dd, 0x6dd},      {0x70f, 0x70f},
    {0x890, 0x891},     {0x8e2, 0x8e2},     {0x115f, 0x1160},    {0x1680, 0x1680},
    {0x17b4, 0x17b5},   {0x180b, 0x180f},   {0x2000, 0x200f},    {0x2028, 0x202f},
    {0x205f, 0x206f},   {0x2800, 0x2800},   {0x3000, 0x3000},    {0x3164, 0x3164},
    {0xe000, 0xf8ff},   {0xfdd0, 0xfdef},   {0xfe00, 0xfe0f},    {0xfeff, 0xfeff},
    {0xffa0, 0xffa0},   {0xfff0, 0xffff},   {0x110bd, 0x110bd},  {0x110cd, 0x110cd},
    {0x13430, 0x13455}, {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a},  {0x1fffe, 0x1ffff},
    {0x2fffe, 0x2ffff}, {0x3fffe, 0xdffff}, {0xe0000, 0x10ffff},
};

// Of no script: they stack as high as one likes.
constexpr MarkRange accents[] = {
    {0x300, 0x36f},   {0x483, 0x489},   {0x1ab0, 0x1aff},
    {0x1dc0, 0x1dff}, {0x20d0, 0x20ff}, {0xfe20, 0xfe2f},
};

// Scripts whose letters take another form beside a joiner: Arabic and its kin, those of India and
// South-East Asia, Mongolian.
constexpr MarkRange joining[] = {
    {0x620, 0x8ff},   {0x900, 0x109f},  {0x1780, 0x18af},   {0x1900, 0x1cff},   {0xa800, 0xabff},
    {0xfb50, 0xfdff}, {0xfe70, 0xfefc}, {0x10d00, 0x10d3f}, {0x11000, 0x11fff},
};

constexpr MarkRange emoji[] = {
    {0xa9, 0xa9},     {0xae, 0xae},     {0x203c, 0x203c}, {0x2049, 0x2049},
    {0x2122, 0x2122}, {0x2139, 0x2139}, {0x2190, 0x2bff}, {0x3030, 0x3030},
    {0x303d, 0x303d}, {0x3297, 0x3297}, {0x3299, 0x3299}, {0x1f000, 0x1faff},
};

enum class Kind : std::uint8_t { none, letter, joining, emoji };

Kind kind_of(char32_t c) {
  if (c == U' ') return Kind::none;
  return among(c, joining) ? Kind::joining : among(c, emoji) ? Kind::emoji : Kind::letter;
}

Error invisible() {
  return {"name.invisible", 0,
          "A name has only characters that can be seen, and no space at its ends."};
}
Error stacked() {
  return {"name.marks", 0, "In a name a letter has at most two accents, and none stands alone."};
}

// Reads a name character by character.
class Sight {
 public:
  std::optional<Error> see(char32_t c) {
    if (c == joiner || c == non_joiner) return join(c);
    if (c == emoji_style) return style();
    if (joined_ && kind_of(c) != kind_) return invisible();
    joined_ = false;
    if (among(c, name_marks)) return mark(c);
    if (styled_digit_ || among(c, hidden)) return invisible();
    if (c == U'<' || c == U'>' || c == U'&' || c == U'"' || c == U'\\')
      return Error{"name.character", 0, "A name has none of < > & \" and \\ in it."};
    if (c == U' ' && last_ == 0) return invisible();
    kind_ = kind_of(c);
    marks_ = accents_ = 0;
    last_ = c;
    return std::nullopt;
  }

  std::optional<Error> end() const {
    if (joined_ || styled_digit_ || last_ == U' ') return invisible();
    return std::nullopt;
  }

 private:
  std::optional<Error> join(char32_t c) {
    const bool between = kind_ == Kind::joining || (kind_ == Kind::emoji && c == joiner);
    if (joined_ || !between) return invisible();
    joined_ = true;
    last_ = c;
    return std::nullopt;
  }

  std::optional<Error> style() {
    const bool digit = (last_ >= U'0' && last_ <= U'9') || last_ == U'#' || last_ == U'*';
    if (joined_ || !(digit || (kind_ == Kind::emoji && last_ != emoji_style))) return invisible();
    styled_digit_ = digit;
    last_ = emoji_style;
    return std::nullopt;
  }

  std::optional<Error> mark(char32_t c) {
    if (styled_digit_ && c != keycap) return invisible();
    styled_digit_ = false;
    if (kind_ == Kind::none || c == last_ || ++marks_ > max_marks) return stacked();
    if (among(c, accents) && ++accents_ > max_accents) return stacked();
    last_ = c;
    return std::nullopt;
  }

  Kind kind_ = Kind::none;  // of what marks and joiners belong to
  char32_t last_ = 0;
  bool joined_ = false;        // a joiner was the last
  bool styled_digit_ = false;  // a digit that a keycap must follow
  int marks_ = 0, accents_ = 0;
};

// "Level 8", "bot greedy" and "alphabeta:depth=3" are bots too.
bool is_bots(std::string_view name) {
  std::string plain;
  for (const char c : name.substr(0, name.find(':')))
    if (c != ' ' && c != '-' && c != '_' && c != '.') plain.push_back(lower(c));
  std::string_view rest = plain;
  if (rest == "bot") return true;
  if (rest.starts_with("bot")) rest.remove_prefix(3);
  if (make_bot(rest)) return true;
  if (!rest.starts_with("level") || rest.size() == 5) return false;
  return std::all_of(rest.begin() + 5, rest.end(), is_digit);
}

}  // namespace

std::optional<Error> name_error(std::string_view name) {
  Error length{"name.length", 0, "A name has 1 to 24 characters."};
  if (name.empty() || name.size() > max_name_bytes) return length;
  std::size_t characters = 0;
  Sight sight;
  for (std::string_view rest = name; !rest.empty();) {
    const auto character = take_character(rest);
    if (!character) return Error{"name.character", 0, "A name is text in UTF-8."};
    if (++characters > max_name_characters) return length;
    if (auto error = sight.see(*character)) return error;
  }
  if (auto error = sight.end()) return error;
  if (is_bots(name))
    return Error{"name.bot", 0, "This is what a bot is called. Choose another name."};
  return std::nullopt;
}

}  // namespace coset::bots
