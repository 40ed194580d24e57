import { isDeepStrictEqual } from 'node:util'
import { announcementConsoleTexts } from '@portal/contract/announcement-editing'
import type { RichText } from '@portal/contract/announcements'
import type { AdminCaller } from '../../caller.ts'
import type { Tx } from '../../database/connect.ts'
import type { Deps } from '../../deps.ts'
import { type AuditEvent, type AuditOrigin, actorOf, recordAudit } from '../../foundation/audit.ts'
import { requireStillAllowed } from '../../foundation/sessions/still-allowed.ts'
import type { Media } from './media.ts'
import {
  type HeldAnnouncement,
  holdAnnouncement,
  holdOrder,
  insertFirst,
  isInFront,
  isShowing,
  keepMedia,
  removeAnnouncement,
  removeImages,
  updateAnnounced,
  updateVisible,
} from './queries.ts'

/** Without media it is the System Pop up (A§3). */
interface NewAnnouncement {
  title: string
  content: RichText
  media: Media | null
}

/** In front of all others, once. @returns why not, or null @throws Refusal: the caller lost session or level */
export async function addAnnouncement(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  caller: AdminCaller,
  { title, content, media }: NewAnnouncement,
  origin: AuditOrigin,
): Promise<string | null> {
  const now = clock.now()
  return await db.transaction().execute(async (tx) => {
    await requireStillAllowed(tx, caller)
    const announced = { title, content, type: media?.type ?? null, videoAddress: media?.videoAddress ?? null }
    await holdOrder(tx)
    if (media && (await isInFront(tx, announced, media))) return null
    const id = await insertFirst(tx, announced, now)
    if (id === null) return announcementConsoleTexts.onePopUpOnly
    const featured = media && (await keepMedia(tx, id, media))
    const after = { title, type: announced.type, content, featured }
    const event = { actor: actorOf(caller), action: 'announcement-added', subject: title, after } as const
    await recordAudit(tx, event, origin, now)
    return null
  })
}

type Needed = Pick<Deps, 'db' | 'clock'>

interface Editing {
  caller: AdminCaller
  id: number
  origin: AuditOrigin
}

/** In the words of the contract; null when the change was made, or there was nothing to do. */
export type ChangeRefusal = string | null

interface NewWords {
  title: string
  content: RichText
  /** The version the editor saw; of two editors, the later one is told. */
  version?: number | undefined
}

/** `kept` is the image or video that the editor saw and that stays. */
export async function changeWords(
  deps: Needed,
  editing: Editing,
  { title, content, version, kept }: NewWords & { kept: (Pick<Media, 'type'> & { featured: string }) | null },
): Promise<ChangeRefusal> {
  return await change(deps, editing, async (tx, held) => {
    const { type, videoAddress } = held
    const isSame = type === (kept?.type ?? null) && featuredBy(held) === (kept?.featured ?? null)
    if (isSame && isSaying(held, { title, content })) return null
    if (!isSame || isStale(held, version)) return announcementConsoleTexts.changedMeanwhile
    await updateAnnounced(tx, editing.id, { title, content, type, videoAddress }, deps.clock.now())
    return { action: 'announcement-changed', before: auditedOf(held), after: { ...auditedOf(held), title, content } }
  })
}

/** The old files are deleted. */
export async function replaceMedia(
  deps: Needed,
  editing: Editing,
  { title, content, version, media }: NewWords & { media: Media },
): Promise<ChangeRefusal> {
  return await change(deps, editing, async (tx, held) => {
    const { type, videoAddress } = media
    const isSame = held.type === type && held.videoAddress === videoAddress && (await isShowing(tx, editing.id, media))
    if (isSame && isSaying(held, { title, content })) return null
    if (isStale(held, version)) return announcementConsoleTexts.changedMeanwhile
    await updateAnnounced(tx, editing.id, { title, content, type, videoAddress }, deps.clock.now())
    await removeImages(tx, editing.id)
    const featured = await keepMedia(tx, editing.id, media)
    return { action: 'announcement-changed', before: auditedOf(held), after: { title, type, content, featured } }
  })
}

/** A§4 */
export async function changeVisibility(deps: Needed, editing: Editing, isVisible: boolean): Promise<ChangeRefusal> {
  return await change(deps, editing, async (tx, held) => {
    if (held.is_visible === isVisible) return null
    await updateVisible(tx, editing.id, isVisible)
    return { action: 'announcement-shown', before: { flag: isVisible ? 0 : 1 }, after: { flag: isVisible ? 1 : 0 } }
  })
}

/** With the files of its image. */
export async function deleteAnnounced(deps: Needed, editing: Editing): Promise<ChangeRefusal> {
  return await change(deps, editing, async (tx, held) => {
    await removeAnnouncement(tx, editing.id)
    return { action: 'announcement-deleted', before: auditedOf(held) }
  })
}

/** Locks and audits. @throws Refusal when the caller lost session or level while an image was encoded */
async function change(
  { db, clock }: Needed,
  { caller, id, origin }: Editing,
  make: (tx: Tx, held: HeldAnnouncement) => Promise<ChangeRefusal | Omit<AuditEvent, 'actor' | 'subject'>>,
): Promise<ChangeRefusal> {
  return await db.transaction().execute(async (tx) => {
    await requireStillAllowed(tx, caller)
    const held = await holdAnnouncement(tx, id)
    if (!held) return announcementConsoleTexts.gone
    const made = await make(tx, held)
    if (made === null || typeof made === 'string') return made
    await recordAudit(tx, { ...made, actor: actorOf(caller), subject: held.title }, origin, clock.now())
    return null
  })
}

/** True when a change is sent again because its reply was lost. */
function isSaying(held: HeldAnnouncement, { title, content }: Pick<NewWords, 'title' | 'content'>): boolean {
  return held.title === title && isDeepStrictEqual(held.content, content)
}

function isStale(held: HeldAnnouncement, version: number | undefined): boolean {
  return version !== undefined && version !== held.version
}

function featuredBy({ videoAddress, image }: HeldAnnouncement): string | null {
  return videoAddress ?? image
}

function auditedOf(held: HeldAnnouncement) {
  const { title, type, content } = held
  return { title, type, content, featured: featuredBy(held) }
}
