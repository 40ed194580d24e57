import { closest, distance } from 'fastest-levenshtein'

/**
 * Which of the known names was probably meant by one that is not among them; undefined where none is like it.
 * @param share how much of it may be wrong: a half where it is certain that one of them was meant
 */
export function nearest(name: string, known: readonly string[], share: number = 1 / 2): string | undefined {
  const bare = (text: string): string => text.toLowerCase().replaceAll(/[^a-z\d]/g, '')
  const found = closest(bare(name), known.map(bare))
  const steps = distance(bare(name), found)
  return steps <= Math.max(bare(name).length, found.length) * share
    ? known.find((each) => bare(each) === found)
    : undefined
}
