import type { ListedAnnouncement } from '@portal/contract/announcement-editing'
import { RichText } from '@portal/contract/rich-text'
import type { Deps } from '../../deps.ts'
import { selectAll } from './queries.ts'
import { byAnnouncement, wireForm } from './wire-form.ts'

/**
 * Every announcement, for the console. One whose content cannot be read comes without it, so that it can be rewritten
 * or deleted.
 */
export async function listAll({ db }: Pick<Deps, 'db'>): Promise<ListedAnnouncement[]> {
  return byAnnouncement(await selectAll(db)).map((rows) => {
    const announcement = wireForm(rows)
    const content = RichText.safeParse(announcement.content)
    return {
      ...announcement,
      content: JSON.stringify(content.success ? content.data : { type: 'doc', content: [] }),
      flag: rows[0].is_visible ? 1 : 0,
      version: rows[0].version,
    }
  })
}
