/**
 * The page numbers that are offered at once, with the current one in the middle wherever there are enough on both
 * sides.
 * @param page from 1
 * @param pages how many there are
 * @param width the most numbers to offer
 */
export function pageWindow(page: number, pages: number, width: number): number[] {
  const count = Math.min(width, pages)
  const first = Math.max(1, Math.min(page - Math.floor((width - 1) / 2), pages - count + 1))
  return Array.from({ length: count }, (_, index) => first + index)
}
