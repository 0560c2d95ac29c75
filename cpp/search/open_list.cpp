#include "search/open_list.hpp"

namespace ludoplan {

template class ItemList<StateId>;

}  // namespace ludoplan
