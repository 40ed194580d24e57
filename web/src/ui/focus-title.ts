/**
 * Moves the focus to the title of the dialog on top, which follows that of the page: for when the element that has it
 * goes, such as the button of a deleted row (WCAG 2.4.3).
 */
export function focusTitle(): void {
  const titles = document.querySelectorAll<HTMLElement>('h1,dialog[open]>:first-child>h2')
  titles[titles.length - 1]?.focus({ preventScroll: true })
}
