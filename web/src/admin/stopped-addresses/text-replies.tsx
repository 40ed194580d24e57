import { storedPhone } from '@portal/contract/contact'
import { listTextReplies, type TextReply, textRepliesTexts as texts } from '@portal/contract/stopped-addresses'
import { send } from '#api/send.ts'
import { plural, t } from '#ui/text/t.ts'
import { ListHeading, Rows, usePages } from '../lists/list-screen.tsx'
import { type Column, ListTable, Note } from '../lists/list-table.tsx'
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
      <ListHeading
        id="text-replies"
        title={t('Replies to texts')}
        lead={t(
          'What people replied beyond STOP, START and HELP. They were told once a day to call. A reply that begins with a stop word, or says “wrong number”, stopped the number.',
        )}
      />
      <Rows
        of={replies}
        loading={t('Loading replies')}
        empty={t('No replies.')}
        counted={(count) => plural(count, '1 reply', '{count} replies')}
        more={t('Show more')}
      >
        {(rows) => (
          <ListTable look="words" aria-labelledby="text-replies" columns={columns} rows={rows} keyOf={({ id }) => id} />
        )}
      </Rows>
    </>
  )
}

const columns: readonly Column<TextReply>[] = [
  { name: t('Number'), kind: 'head', value: ({ number }) => storedPhone(number) },
  {
    name: t('Reply'),
    value: ({ words, isStop }) => (
      <>
        {words === '' ? t('No words, such as a picture') : words}
        {isStop ? <Note isClose>{t('Stopped the number')}</Note> : null}
      </>
    ),
  },
  { name: t('Time'), value: ({ at }) => <At instant={at} /> },
  {
    name: t(texts.from),
    value: ({ usernames }) => (usernames.length === 0 ? t('No online account uses it') : usernames.join(', ')),
  },
]
