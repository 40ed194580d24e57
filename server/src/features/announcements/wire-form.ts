import type { AnnouncementRow } from './queries.ts'

/**
 * An announcement as visitors and the console receive it, from its rows (one for each size of its image). Not yet
 * checked against the contract.
 */
export function wireForm([first, ...more]: readonly [AnnouncementRow, ...AnnouncementRow[]]) {
  const { id, title, content, type, video_address } = first
  const images = [first, ...more].flatMap(({ name, width, height }) =>
    name !== null && width !== null && height !== null ? [{ name, width, height }] : [],
  )
  const featured_image = type === 'Video' ? video_address : (images.at(-1)?.name ?? null)
  return { id, title, content, type, featured_image, images }
}

/** The rows of each announcement, in their order. */
export function byAnnouncement<Row extends AnnouncementRow>(rows: readonly Row[]): [Row, ...Row[]][] {
  const groups: [Row, ...Row[]][] = []
  for (const row of rows) {
    const last = groups.at(-1)
    if (last?.[0].id === row.id) last.push(row)
    else groups.push([row])
  }
  return groups
}
