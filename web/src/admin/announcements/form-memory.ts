import { ListedAnnouncement } from '@portal/contract/announcement-editing'
import { RichText } from '@portal/contract/announcements'
import { z } from 'zod'
import { storedWork, storeWork } from '#session/storage.ts'
import type { Draft, DraftValues } from './draft.ts'

const Remembered = z.object({
  adminId: z.number(),
  draft: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('add'), hasMedia: z.boolean() }),
    z.object({ kind: z.literal('edit'), announcement: ListedAnnouncement.extend({ content: RichText }) }),
  ]),
  values: z.object({ title: z.string(), content: z.string(), type: z.enum(['Image', 'Video']), code: z.string() }),
  hadFile: z.boolean(),
})

/** What the form is opened with. */
export interface OpenedForm {
  readonly draft: Draft
  /** What had been typed into it when the page was left; null for a form opened just now. */
  readonly typed: {
    readonly values: DraftValues
    readonly content: RichText
    /** Whether an image had been chosen, which only the browser could keep. */
    readonly hadFile: boolean
  } | null
}

/**
 * Restores the unsaved announcement of this administrator, which the end of the session interrupted in this tab.
 * Somebody else's is forgotten.
 */
export function recallForm(adminId: number): OpenedForm | null {
  try {
    const found = Remembered.parse(JSON.parse(storedWork('announcement') ?? 'null'))
    const { adminId: whose, draft, values, hadFile } = found
    if (whose !== adminId) {
      forgetForm()
      return null
    }
    const content = RichText.parse(JSON.parse(values.content))
    return { draft, typed: { values: { ...values, file: null }, content, hadFile } }
  } catch {
    return null
  }
}

export function rememberForm(adminId: number, draft: Draft, { file, ...values }: DraftValues): void {
  storeWork('announcement', JSON.stringify({ adminId, draft, values, hadFile: file !== null }))
}

export function forgetForm(): void {
  storeWork('announcement', null)
}
