import { storedPhone } from '@portal/contract/contact'
import { formatInstant } from '@portal/contract/dates'
import { listTextReplies, stoppedAddressesTexts, textRepliesTexts as texts } from '@portal/contract/stopped-addresses'
import { useInfiniteQuery } from '@tanstack/react-query'
import { usePortalStart } from '#api/portal-start.tsx'
import { send } from '#api/send.ts'
import { CardFrame, Cell, ColumnHead, RowHead, Table, TableBody, TableHead, TableRow } from '#ui/table/table.tsx'
import { plural, t } from '#ui/text/t.ts'
import { Loading } from '#ui/waiting/loading.tsx'
import { ShowMore } from '../view-parts/show-more.tsx'
import { Retry } from '../view-parts/view-frame.tsx'
import box from '#ui/page/card.module.css'
import classes from './stopped-addresses.module.css'

/** What people replied to texts that no machine can act on, for staff to read; the newest first. */
export function TextReplies() {
  const { profile } = usePortalStart()
  const list = useInfiniteQuery({
    queryKey: ['text-replies'],
    initialPageParam: null,
    queryFn: async ({ pageParam, signal }: { pageParam: number | null; signal: AbortSignal }) =>
      await send(listTextReplies, { query: pageParam === null ? {} : { before: pageParam }, signal }),
    getNextPageParam: ({ replies, hasMore }) => (hasMore ? (replies.at(-1)?.id ?? null) : null),
  })
  const replies = list.data?.pages.flatMap((page) => page.replies) ?? []
  return (
    <>
      <div>
        <h2 id="text-replies">{t(texts.title)}</h2>
        <p className={classes.lead}>{t(texts.lead)}</p>
      </div>
      {list.isError ? <Retry error={list.error} onTryAgain={list.refetch} /> : null}
      {list.isPending ? <Loading what={t('Loading replies')} /> : null}
      {list.isSuccess && replies.length === 0 ? <p className={classes.lead}>{t(texts.empty)}</p> : null}
      {replies.length > 0 ? (
        <CardFrame data-lines className={`${box.card} ${classes.frame}`}>
          <Table className={classes.table} aria-labelledby="text-replies">
            <TableHead>
              {[texts.number, texts.words, texts.at, texts.from].map((name) => (
                <ColumnHead key={name}>{t(name)}</ColumnHead>
              ))}
            </TableHead>
            <TableBody>
              {replies.map(({ id, number, words, isStop, at, usernames }) => (
                <TableRow key={id}>
                  <RowHead>{storedPhone(number)}</RowHead>
                  <Cell label={t(texts.words)}>
                    {words === '' ? t(texts.nothing) : words}
                    {isStop ? <span className={classes.note}>{t(texts.stopped)}</span> : null}
                  </Cell>
                  <Cell label={t(texts.at)}>
                    <time dateTime={at}>{formatInstant(profile, at)}</time>
                  </Cell>
                  <Cell label={t(texts.from)}>
                    {usernames.length === 0 ? t(stoppedAddressesTexts.none) : usernames.join(', ')}
                  </Cell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </CardFrame>
      ) : null}
      <ShowMore
        list={list}
        rows={replies.length}
        counted={(count) => plural(count, '1 reply', '{count} replies')}
        label={t(stoppedAddressesTexts.more)}
      />
    </>
  )
}
