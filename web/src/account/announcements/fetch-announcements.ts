import { readAnnouncementsFront } from '@portal/contract/announcements'
import type { ReplyOf } from '@portal/contract/call'
import { send } from '#api/send.ts'

export type Announcements = ReplyOf<typeof readAnnouncementsFront>

/**
 * Fetches the visible announcements.
 * @throws ApiProblem
 */
export async function fetchAnnouncements(signal: AbortSignal): Promise<Announcements> {
  return await send(readAnnouncementsFront, { signal })
}
