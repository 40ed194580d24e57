import type { BodyOf } from '@portal/contract/call'
import {
  type NotificationChannel,
  type Notifications,
  type chooseAmounts as amountsCall,
  type chooseNotification as chooseCall,
  type chooseLanguage as languageCall,
  chooseAmounts,
  chooseLanguage,
  chooseNotification,
  proveAddress,
  readNotifications,
  sendProof,
  sendTestMessage,
} from '@portal/contract/notifications'
import { listSentNotifications } from '@portal/contract/sent-notifications'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { showNow } from '#api/queries.tsx'
import { send } from '#api/send.ts'

export const notificationsKey = ['notifications'] as const
const key = notificationsKey

export function useNotifications() {
  return useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => await send(readNotifications, { as: 'customer', signal }),
    // Whether a text with a code arrives is reported some seconds later.
    refetchInterval: ({ state }) => (state.data?.newNumber?.trouble === null ? 10_000 : false),
  })
}

type Choice = BodyOf<typeof chooseCall>

/** Shows the choice as made, and takes it back when it could not be saved. */
export function useChoose() {
  const queries = useQueryClient()
  return useMutation({
    scope: { id: 'notification-choice' },
    mutationFn: async (body: Choice) => await send(chooseNotification, { as: 'customer', body }),
    onMutate: (choice) => {
      const before = queries.getQueryData<Notifications>(key)
      if (before) showNow(queries, key, withChoice(before, choice))
      return { before }
    },
    onSuccess: (now) => showNow(queries, key, now),
    onError: (_error, _choice, kept) => {
      if (kept?.before) showNow(queries, key, kept.before)
      void queries.invalidateQueries({ queryKey: key })
    },
  })
}

function withChoice(before: Notifications, made: Choice): Notifications {
  const { accountId, kind, channel, isOn } = made
  const isMeant = (account: string) => accountId === 'all' || account === accountId
  const others = before.choices.filter(
    (choice) => !(isMeant(choice.accountId) && choice.kind === kind && choice.channel === channel),
  )
  const chosen = isOn ? before.accounts.filter((account) => isMeant(account.accountId)) : []
  return {
    ...before,
    inAll: [...before.inAll.filter((each) => each.kind !== kind || each.channel !== channel), countWith(before, made)],
    choices: [...others, ...chosen.map((account) => ({ accountId: account.accountId, kind, channel }))],
  }
}

function countWith({ inAll, accountCount }: Notifications, { accountId, kind, channel, isOn, evenStopped }: Choice) {
  const { on = 0, stopped = 0 } = inAll.find((each) => each.kind === kind && each.channel === channel) ?? {}
  if (accountId !== 'all') return { kind, channel, on: on + (isOn ? 1 : -1), stopped }
  const left = evenStopped ? 0 : stopped
  return { kind, channel, on: isOn ? accountCount - left : 0, stopped: left }
}

/** The same for what holds for all of them. */
function useChooseForAll<Asked extends Partial<Notifications>>(save: (asked: Asked) => Promise<Notifications>) {
  const queries = useQueryClient()
  return useMutation({
    scope: { id: 'notification-choice' },
    mutationFn: save,
    onMutate: (asked) => {
      const before = queries.getQueryData<Notifications>(key)
      if (before) showNow(queries, key, { ...before, ...asked })
      return { before }
    },
    onSuccess: (now) => showNow(queries, key, now),
    onError: (_error, _chosen, kept) => {
      if (kept?.before) showNow(queries, key, kept.before)
      void queries.invalidateQueries({ queryKey: key })
    },
  })
}

export function useChooseAmounts() {
  return useChooseForAll(
    async (body: BodyOf<typeof amountsCall>) => await send(chooseAmounts, { as: 'customer', body }),
  )
}

export function useChooseLanguage() {
  return useChooseForAll(
    async (body: BodyOf<typeof languageCall>) => await send(chooseLanguage, { as: 'customer', body }),
  )
}

/** Lists it with what was sent. */
export function useSendTest() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (channel: NotificationChannel) =>
      await send(sendTestMessage, { as: 'customer', body: { channel } }),
    onSuccess: () => void queries.invalidateQueries({ queryKey: [...key, 'sent'] }),
  })
}

type Proof = BodyOf<typeof sendProof>

/** Sends a code to an address, and tries the one that was typed. */
export function useProof(channel: NotificationChannel, onProven: () => void) {
  const queries = useQueryClient()
  const code = useMutation({
    mutationFn: async (body: Proof) => await send(sendProof, { as: 'customer', body }),
    onSuccess: () => void queries.invalidateQueries({ queryKey: key, exact: true }),
  })
  const confirm = useMutation({
    mutationFn: async (typed: string) => await send(proveAddress, { as: 'customer', body: { channel, code: typed } }),
    onSuccess: (now) => {
      showNow(queries, key, now)
      // Paperless bills may have waited for it.
      void queries.invalidateQueries({ queryKey: [...key, 'paperless'] })
      // The account summary says when emails came back.
      if (channel === 'email') void queries.invalidateQueries({ queryKey: ['user-details'] })
      onProven()
    },
  })
  return { code, confirm }
}

/** Page by page, the newest first. */
export function useSent() {
  return useInfiniteQuery({
    queryKey: [...key, 'sent'],
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }) =>
      await send(listSentNotifications, {
        as: 'customer',
        query: pageParam > 0 ? { before: pageParam } : {},
        signal,
      }),
    getNextPageParam: ({ sent, hasMore }) => (hasMore ? sent.at(-1)?.id : undefined),
  })
}
