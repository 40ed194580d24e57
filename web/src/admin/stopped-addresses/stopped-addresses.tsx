import { reportPartNames } from '@portal/contract/admin-levels'
import { storedPhone } from '@portal/contract/contact'
import { formatInstant } from '@portal/contract/dates'
import {
  type StoppedAddress,
  StoppedFilter,
  channelNames,
  exportStoppedAddresses,
  listStoppedAddresses,
  stopReasons,
  stoppedAddressesTexts as texts,
  stoppedColumns,
} from '@portal/contract/stopped-addresses'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { addressOf } from '#api/call-address.ts'
import { usePortalStart } from '#api/portal-start.tsx'
import { send } from '#api/send.ts'
import { paths } from '#paths.ts'
import { AnchorButton, Button } from '#ui/button/button.tsx'
import { SelectField, TextField } from '#ui/form/field.tsx'
import { checkBySchema } from '#ui/form/rule.ts'
import { DownloadIcon } from '#ui/icons.tsx'
import { CardFrame, Cell, ColumnHead, RowHead, Table, TableBody, TableHead, TableRow } from '#ui/table/table.tsx'
import { plural, t } from '#ui/text/t.ts'
import { Loading } from '#ui/waiting/loading.tsx'
import { PrintedFilters, chosenFilters, typedText, useFilterForm } from '../filters/filters.tsx'
import { ShowMore } from '../view-parts/show-more.tsx'
import { Retry } from '../view-parts/view-frame.tsx'
import { TextReplies } from './text-replies.tsx'
import box from '#ui/page/card.module.css'
import classes from './stopped-addresses.module.css'

const route = getRouteApi(paths.adminDashboard)

/** As they stand in the form; an empty one matches anything. */
interface Filters {
  readonly channel: string
  readonly why: string
  readonly address: string
}

/** Addresses that get no more notifications: why, since when, and whose they are. */
export function StoppedAddresses() {
  const filters = filtersIn(route.useSearch())
  const list = useStopped(filters)
  const addresses = list.data?.pages.flatMap((page) => page.addresses) ?? []
  const isFiltered = Object.values(filters).some(Boolean)
  return (
    <section className={classes.view} aria-labelledby="stopped-addresses">
      <div>
        <h2 id="stopped-addresses">{t(reportPartNames.stoppedAddresses)}</h2>
        <p className={classes.lead}>{t(texts.lead)}</p>
      </div>
      <FilterForm filters={filters} onSame={() => void list.refetch()} />
      <PrintedFilters filters={labelled(filters)} />
      {list.isError ? <Retry error={list.error} onTryAgain={list.refetch} /> : null}
      {list.isPending ? <Loading what={t('Loading stopped addresses')} /> : null}
      {list.isSuccess && addresses.length === 0 ? (
        <p className={classes.lead}>{t(isFiltered ? texts.noMatch : texts.empty)}</p>
      ) : null}
      {addresses.length > 0 ? <AddressTable addresses={addresses} /> : null}
      {addresses.length > 0 ? (
        <div data-no-print>
          <AnchorButton
            look="secondary"
            href={addressOf(exportStoppedAddresses, undefined, chosenFilters(filters))}
            download
            icon={<DownloadIcon />}
          >
            {t(texts.exportCsv)}
          </AnchorButton>
        </div>
      ) : null}
      <ShowMore
        list={list}
        rows={addresses.length}
        counted={(count) => plural(count, '1 address', '{count} addresses')}
        isSearched={isFiltered}
        label={t(texts.more)}
      />
      <TextReplies />
    </section>
  )
}

/** Those of the address; invalid ones are ignored. */
function filtersIn({ channel, why, address }: Readonly<Record<string, unknown>>): Filters {
  return {
    channel: typeof channel === 'string' && Object.hasOwn(channelNames, channel) ? channel : '',
    why: typeof why === 'string' && Object.hasOwn(stopReasons, why) ? why : '',
    address: typedText(address),
  }
}

const none: Filters = { channel: '', why: '', address: '' }
const fieldIds = { channel: 'stopped-channel', why: 'stopped-why', address: 'stopped-address' } as const
const check = checkBySchema(StoppedFilter)

const optionsOf = (names: Readonly<Record<string, string>>) => [
  { value: '', label: t(texts.any) },
  ...Object.entries(names).map(([value, label]) => ({ value, label: t(label) })),
]

function FilterForm({ filters, onSame }: { readonly filters: Filters; readonly onSame: () => void }) {
  const navigate = route.useNavigate()
  const { field, search, onSubmit } = useFilterForm({
    inAddress: filters,
    check,
    fieldIds,
    onSearch: (typed) => {
      const chosen = chosenFilters(typed)
      if (JSON.stringify(chosen) === JSON.stringify(chosenFilters(filters))) onSame()
      else void navigate({ search: { view: 'reports', part: 'stopped-addresses', ...chosen }, resetScroll: false })
    },
  })
  return (
    <form
      noValidate
      role="search"
      aria-label={t(reportPartNames.stoppedAddresses)}
      className={`${box.card} ${classes.filters}`}
      data-no-print
      onSubmit={onSubmit}
    >
      <SelectField label={t(stoppedColumns.channel)} data={optionsOf(channelNames)} {...field('channel')} />
      <SelectField label={t(stoppedColumns.why)} data={optionsOf(stopReasons)} {...field('why')} />
      <TextField
        label={t(texts.address)}
        hint={t(texts.addressHint)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...field('address')}
      />
      <div className={classes.buttons}>
        <Button type="submit">{t(texts.search)}</Button>
        <Button look="quiet" onClick={() => search(none)}>
          {t(texts.clear)}
        </Button>
      </div>
    </form>
  )
}

function labelled({ channel, why, address }: Filters): Record<string, string> {
  const nameOf = (names: Readonly<Record<string, string>>, value: string): string => names[value] ?? ''
  return {
    [stoppedColumns.channel]: nameOf(channelNames, channel),
    [stoppedColumns.why]: nameOf(stopReasons, why),
    [texts.address]: address,
  }
}

function AddressTable({ addresses }: { readonly addresses: readonly StoppedAddress[] }) {
  const { profile } = usePortalStart()
  const { address: of, channel: by, why: reason, since: from, customers: users } = stoppedColumns
  return (
    <CardFrame data-lines className={`${box.card} ${classes.frame}`}>
      <Table className={classes.table} aria-labelledby="stopped-addresses">
        <TableHead>
          {[of, by, reason, from, users].map((name) => (
            <ColumnHead key={name}>{t(name)}</ColumnHead>
          ))}
        </TableHead>
        <TableBody>
          {addresses.map(({ id, address, channel, why, since, customers, others }) => (
            <TableRow key={id}>
              <RowHead>{storedPhone(address)}</RowHead>
              <Cell label={t(by)}>{t(channelNames[channel])}</Cell>
              <Cell label={t(reason)}>{t(stopReasons[why])}</Cell>
              <Cell label={t(from)}>
                <time dateTime={since}>{formatInstant(profile, since)}</time>
              </Cell>
              <Cell label={t(users)}>
                {customers.length === 0 ? t(texts.none) : null}
                {customers.map(({ username, accountId }) => (
                  <div key={username}>
                    {username}
                    {accountId ? <span className={classes.note}>{accountId}</span> : null}
                  </div>
                ))}
                {others > 0 ? <span className={classes.note}>{t(texts.others, { count: others })}</span> : null}
              </Cell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </CardFrame>
  )
}

/** Newest first; each page continues after the last one of the previous page. */
function useStopped(filters: Filters) {
  return useInfiniteQuery({
    queryKey: ['stopped-addresses', filters],
    initialPageParam: null,
    queryFn: async ({ pageParam, signal }: { pageParam: number | null; signal: AbortSignal }) =>
      await send(listStoppedAddresses, {
        query: { ...chosenFilters(filters), ...(pageParam === null ? {} : { before: pageParam }) },
        signal,
      }),
    getNextPageParam: ({ addresses, hasMore }) => (hasMore ? (addresses.at(-1)?.id ?? null) : null),
  })
}
