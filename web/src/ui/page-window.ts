/**
 * The page numbers that are offered at once: so many as fit the window, the current one among them and not at its edge
 * where there is more behind it.
 * @param page from 1
 */
export function pageWindow(page: number, pages: number, width: number): number[] {
  const count = Math.min(width, pages)
  const first = Math.max(1, Math.min(page - Math.floor((width - 1) / 2), pages - count + 1))
  return Array.from({ length: count }, (_, index) => first + index)
}
