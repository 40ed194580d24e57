import { storedPhone } from '@portal/contract/contact'
import {
  listTextReplies,
  stoppedAddressesTexts,
  type TextReply,
  textRepliesTexts as texts,
} from '@portal/contract/stopped-addresses'
import { send } from '#api/send.ts'
import { plural, t } from '#ui/text/t.ts'
import { ListHeading, Rows, usePages } from '../view-parts/list-screen.tsx'
import { type Column, ListTable, Note } from '../view-parts/list-table.tsx'
import { At } from '../view-parts/times.tsx'

/** What people replied to texts that no machine can act on, for staff to read; the newest first. */
export function TextReplies() {
  const replies = usePages({
    queryKey: ['text-replies'],
    read: async (before: number | undefined, signal) => await send(listTextReplies, { query: { before }, signal }),
    rowsOf: (page) => page.replies,
    lastOf: ({ id }) => id,
  })
  return (
    <>
      <ListHeading id="text-replies" title={t(texts.title)} lead={t(texts.lead)} />
      <Rows
        of={replies}
        loading={t('Loading replies')}
        empty={t(texts.empty)}
        counted={(count) => plural(count, '1 reply', '{count} replies')}
        more={t(stoppedAddressesTexts.more)}
      >
        {(rows) => (
          <ListTable look="words" aria-labelledby="text-replies" columns={columns} rows={rows} keyOf={({ id }) => id} />
        )}
      </Rows>
    </>
  )
}

const columns: readonly Column<TextReply>[] = [
  { name: t(texts.number), kind: 'head', value: ({ number }) => storedPhone(number) },
  {
    name: t(texts.words),
    value: ({ words, isStop }) => (
      <>
        {words === '' ? t(texts.nothing) : words}
        {isStop ? <Note isClose>{t(texts.stopped)}</Note> : null}
      </>
    ),
  },
  { name: t(texts.at), value: ({ at }) => <At instant={at} /> },
  {
    name: t(texts.from),
    value: ({ usernames }) => (usernames.length === 0 ? t(stoppedAddressesTexts.none) : usernames.join(', ')),
  },
]
