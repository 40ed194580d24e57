import { announcementConsoleTexts } from '@portal/contract/announcement-editing-texts'
import type { RichText } from '@portal/contract/rich-text'
import type { AdminCaller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { type AuditOrigin, actorOf, recordAudit } from '../../foundation/audit/audit.ts'
import { whyNoMore } from '../../foundation/sessions/still-allowed.ts'
import { refuseCommonly } from '../../http/problem.ts'
import type { Media } from './media.ts'
import { holdOrder, insertFirst, isInFront, keepMedia } from './queries.ts'

/** What is to be announced; without media it is the System Pop up (A§3). */
interface NewAnnouncement {
  title: string
  content: RichText
  media: Media | null
}

/**
 * Adds an announcement in front of all others; visitors see it at once. One that is sent again, because the reply was
 * lost, is added once.
 * @returns why it was refused, in the words of the contract, or null
 * @throws Refusal when the caller has been logged out or given another level while the image was encoded
 */
export async function addAnnouncement(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  caller: AdminCaller,
  { title, content, media }: NewAnnouncement,
  origin: AuditOrigin,
): Promise<string | null> {
  const now = clock.now()
  return await db.transaction().execute(async (tx) => {
    const forbidden = await whyNoMore(tx, caller)
    if (forbidden) throw refuseCommonly(forbidden)
    const announced = { title, content, type: media?.type ?? null, videoAddress: media?.videoAddress ?? null }
    await holdOrder(tx)
    if (await isInFront(tx, announced, media)) return null
    const id = await insertFirst(tx, announced, now)
    if (id === null) return announcementConsoleTexts.onePopUpOnly
    const featured = media && (await keepMedia(tx, id, media))
    const after = { title, type: announced.type, content, featured }
    const event = { actor: actorOf(caller), action: 'announcement-added', subject: title, after } as const
    await recordAudit(tx, event, origin, now)
    return null
  })
}
