/** The ids that are ticked after one more was ticked, or no longer is. */
export function withTick(ids: ReadonlySet<number>, id: number, isTicked: boolean): ReadonlySet<number> {
  const changed = new Set(ids)
  if (isTicked) changed.add(id)
  else changed.delete(id)
  return changed
}
