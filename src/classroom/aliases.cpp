#include "classroom/aliases.hpp"

#include <algorithm>

#include "base/check.hpp"
#include "base/reader.hpp"

namespace coset::classroom {

namespace {

struct Lists {
  std::string_view first;
  std::string_view second;
};

// One text a list: a table of texts would have a pointer for each word.
constexpr Lists english = {
    "Able Brave Bright Brisk Bold Calm Cheery Chirpy Clever Cosy Curious Daring Eager Early Fair "
    "Fast Free Fresh Funny Gentle Glad Good Grand Happy Jolly Keen Kind Lively Lucky Merry Mighty "
    "Neat Nimble Noble Polite Proud Quick Quiet Ready Sharp Smart Snug Steady Sunny Swift Tidy "
    "Warm Wise",
    "Otter Fox Owl Bear Lynx Panda Koala Tiger Lion Eagle Falcon Heron Robin Wren Finch Swan Crane "
    "Gull Dolphin Whale Seal Turtle Beaver Badger Hare Rabbit Squirrel Hedgehog Deer Moose Elk "
    "Camel Llama Zebra Giraffe Penguin Puffin Parrot Gecko Frog Newt Salmon Cricket Bee Butterfly "
    "Ladybird Pony Raven"};
// The noun comes first, and both are masculine.
constexpr Lists arabic = {
    "نمر أسد فهد صقر نسر غزال حصان جمل أرنب قط دب فيل ثعلب قنفذ سنجاب دلفين حوت طاووس بلبل عصفور "
    "هدهد كناري ببغاء بطريق نورس لقلق كنغر باندا قندس ضفدع نجم قمر بدر نهر جبل بحر برق مطر نسيم "
    "ربيع ورد ياسمين ريحان لوز مركب قارب منطاد قوس",
    "سريع ذكي شجاع لطيف هادئ مرح سعيد قوي كريم أمين نشيط حكيم ماهر صبور ودود باسم لامع أزرق أخضر "
    "أحمر أصفر أبيض ذهبي فضي بني وردي صغير كبير طويل خفيف بارع رشيق وفي صادق مبدع فضولي مشرق دافئ "
    "طائر سباق رائع نبيل عجيب ظريف حالم واثق متين فريد"};

const Lists& lists_of(Language language) { return language == Language::ar ? arabic : english; }

std::string_view word_at(std::string_view list, std::size_t index) {
  while (index-- > 0) list.remove_prefix(list.find(' ') + 1);
  return list.substr(0, list.find(' '));
}

bool has_word(std::string_view list, std::string_view word) {
  for (std::size_t i = 0; i < alias_words; ++i)
    if (word_at(list, i) == word) return true;
  return false;
}

}  // namespace

std::string alias_at(Language language, std::size_t index) {
  CHECK(index < aliases);
  const Lists& lists = lists_of(language);
  std::string out(word_at(lists.first, index / alias_words));
  out += ' ';
  out += word_at(lists.second, index % alias_words);
  return out;
}

bool is_alias(Language language, std::string_view alias) {
  const std::size_t space = alias.find(' ');
  if (space == std::string_view::npos) return false;
  const Lists& lists = lists_of(language);
  return has_word(lists.first, alias.substr(0, space)) &&
         has_word(lists.second, alias.substr(space + 1));
}

std::vector<std::string> offer_aliases(Language language, std::uint64_t seed, std::size_t skip,
                                       std::size_t count, std::span<const std::string> taken) {
  // A step that has no factor with the number of aliases reaches all of them; a long one changes
  // both words.
  const std::size_t step = 6 * (8 + seed / aliases % 376) + 1;
  std::vector<std::string> out;
  for (std::size_t i = 0; i < aliases && out.size() < count; ++i) {
    std::string alias =
        alias_at(language, (seed % aliases + (skip + i) % aliases * step) % aliases);
    if (std::none_of(taken.begin(), taken.end(),
                     [&](const std::string& other) { return same_alias(alias, other); }))
      out.push_back(std::move(alias));
  }
  return out;
}

bool same_alias(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

}  // namespace coset::classroom
