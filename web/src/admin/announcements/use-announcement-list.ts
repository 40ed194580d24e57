import {
  type ListedAnnouncement,
  readAnnouncements,
  showAnnouncement,
  announcementConsoleTexts,
} from '@portal/contract/announcement-editing'
import { RichText } from '@portal/contract/announcements'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { showNow } from '#api/queries.tsx'
import { send } from '#api/send.ts'
import { usePopup } from '#session/popup.tsx'
import { t } from '#ui/text/t.ts'
import type { Announcement } from './draft.ts'

const queryKey = ['announcements'] as const
const eyeKey = ['announcement-eye'] as const

/**
 * All announcements, and the eye that shows and hides them (A§4). It changes at once, and changes back if the server
 * did not make the change.
 */
export function useAnnouncementList() {
  const popup = usePopup()
  const client = useQueryClient()
  const announcements = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await send(readAnnouncements, { signal })).map(opened),
    refetchOnWindowFocus: true,
  })
  const turn = (id: number, flag: 0 | 1) =>
    showNow<Announcement[]>(client, queryKey, (all) => all?.map((one) => (one.id === id ? { ...one, flag } : one)))
  const show = useMutation({
    mutationKey: eyeKey,
    // Run one after the other, so that the last press wins.
    scope: { id: 'announcement-eye' },
    mutationFn: async (wanted: { id: number; flag: 0 | 1 }) => {
      const { result } = await send(showAnnouncement, { body: wanted })
      if (result === 'Failed') throw new Error(result)
    },
    onError: (_, { id, flag }) => {
      turn(id, flag === 0 ? 1 : 0)
      popup.show({ kind: 'danger', message: t(announcementConsoleTexts.visibilityFailed) })
    },
    onSettled: async () => {
      // While other presses wait for their turn, the list would show the state before them.
      const isLast = client.isMutating({ mutationKey: eyeKey }) === 1
      if (isLast) await client.invalidateQueries({ queryKey })
    },
  })
  return {
    announcements,
    refresh: async () => {
      await client.invalidateQueries({ queryKey })
      return client.getQueryData<Announcement[]>(queryKey) ?? []
    },
    toggle: ({ id, flag }: Announcement) => {
      const wanted = { id, flag: flag === 0 ? 1 : 0 } as const
      turn(id, wanted.flag)
      show.mutate(wanted)
    },
  }
}

/** Parses the content, which is sent as text (A§3). */
function opened({ content, ...announcement }: ListedAnnouncement): Announcement {
  return { ...announcement, content: RichText.parse(JSON.parse(content)) }
}
