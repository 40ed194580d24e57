/** Returns the ticked ids with one added or removed. */
export function withTick(ids: ReadonlySet<number>, id: number, isTicked: boolean): ReadonlySet<number> {
  const changed = new Set(ids)
  if (isTicked) changed.add(id)
  else changed.delete(id)
  return changed
}
