import { reportPartNames } from '@portal/contract/admin-levels'
import { storedPhone } from '@portal/contract/contact'
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
import { getRouteApi } from '@tanstack/react-router'
import { addressOf } from '#api/call-address.ts'
import { send } from '#api/send.ts'
import { paths } from '#paths.ts'
import { SelectField, TextField } from '#ui/form/field.tsx'
import { checkBySchema } from '#ui/form/rule.ts'
import { plural, t } from '#ui/text/t.ts'
import {
  chosenFilters,
  FilterFrame,
  isSameSearch,
  PrintedFilters,
  typedText,
  useFilterForm,
} from '../filters/filters.tsx'
import { ListScreen, Rows, usePages } from '../lists/list-screen.tsx'
import { type Column, ListTable, Note } from '../lists/list-table.tsx'
import { At } from '../view-parts/times.tsx'
import { TextReplies } from './text-replies.tsx'

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
  const addresses = usePages({
    queryKey: ['stopped-addresses', filters],
    read: async (before: number | undefined, signal) =>
      await send(listStoppedAddresses, { query: { ...chosenFilters(filters), before }, signal }),
    rowsOf: (page) => page.addresses,
    lastOf: ({ id }) => id,
  })
  const isFiltered = Object.values(filters).some(Boolean)
  return (
    <ListScreen
      id="stopped-addresses"
      title={t(reportPartNames.stoppedAddresses)}
      lead={t(
        'These addresses get no more notifications. Customers start them again by confirming the address under Notifications. After STOP, they text START first.',
      )}
    >
      <FilterForm filters={filters} onSame={() => void addresses.list.refetch()} />
      <PrintedFilters filters={labelled(filters)} />
      <Rows
        of={addresses}
        loading={t('Loading stopped addresses')}
        empty={t(isFiltered ? texts.noMatch : 'No stopped addresses.')}
        counted={(count) => plural(count, '1 address', '{count} addresses')}
        isSearched={isFiltered}
        more={t('Show more')}
        file={{
          address: addressOf(exportStoppedAddresses, undefined, chosenFilters(filters)),
          label: t(texts.exportCsv),
        }}
      >
        {(rows) => (
          <ListTable
            look="words"
            aria-labelledby="stopped-addresses"
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
          />
        )}
      </Rows>
      <TextReplies />
    </ListScreen>
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
  { value: '', label: t('Any') },
  ...Object.entries(names).map(([value, label]) => ({ value, label: t(label) })),
]

function FilterForm({ filters, onSame }: { readonly filters: Filters; readonly onSame: () => void }) {
  const navigate = route.useNavigate()
  const { field, search, onSubmit } = useFilterForm({
    inAddress: filters,
    check,
    fieldIds,
    onSearch: (typed) => {
      if (isSameSearch(typed, filters)) return onSame()
      void navigate({
        search: { view: 'reports', part: 'stopped-addresses', ...chosenFilters(typed) },
        resetScroll: false,
      })
    },
  })
  return (
    <FilterFrame
      label={t(reportPartNames.stoppedAddresses)}
      onSubmit={onSubmit}
      search={t(texts.search)}
      clear={t('Clear')}
      onClear={() => search(none)}
      isWide
    >
      <SelectField label={t(stoppedColumns.channel)} data={optionsOf(channelNames)} {...field('channel')} />
      <SelectField label={t(stoppedColumns.why)} data={optionsOf(stopReasons)} {...field('why')} />
      <TextField
        label={t('Address, number or username')}
        hint={t('Its beginning is enough')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...field('address')}
      />
    </FilterFrame>
  )
}

function labelled({ channel, why, address }: Filters): Record<string, string> {
  const nameOf = (names: Readonly<Record<string, string>>, value: string): string => names[value] ?? ''
  return {
    [stoppedColumns.channel]: nameOf(channelNames, channel),
    [stoppedColumns.why]: nameOf(stopReasons, why),
    'Address, number or username': address,
  }
}

const columns: readonly Column<StoppedAddress>[] = [
  { name: t(stoppedColumns.address), kind: 'head', value: ({ address }) => storedPhone(address) },
  { name: t(stoppedColumns.channel), value: ({ channel }) => t(channelNames[channel]) },
  { name: t(stoppedColumns.why), value: ({ why }) => t(stopReasons[why]) },
  { name: t(stoppedColumns.since), value: ({ since }) => <At instant={since} /> },
  {
    name: t(stoppedColumns.customers),
    value: ({ customers, others }) => (
      <>
        {customers.length === 0 ? t('No online account uses it') : null}
        {customers.map(({ username, accountId }) => (
          <div key={username}>
            {username}
            {accountId ? <Note isClose>{accountId}</Note> : null}
          </div>
        ))}
        {others > 0 ? <Note isClose>{t('and {count} more', { count: others })}</Note> : null}
      </>
    ),
  },
]
