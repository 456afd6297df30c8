// The menu scrolls by itself: the current page comes into its view, and the window stays where it is.
const menu = document.querySelector('.docs-menu');
const current = menu?.querySelector('[aria-current]');
if (current && menu.scrollHeight > menu.clientHeight) {
  const { top } = current.getBoundingClientRect();
  menu.scrollTop = top - menu.getBoundingClientRect().top - menu.clientHeight / 2;
}
