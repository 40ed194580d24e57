import type { EditAccountRecord } from '@portal/contract/edit-account'
import { editAccountTexts } from '@portal/contract/edit-account-texts'
import { SelectField, type SelectFieldProps, TextField, type TextFieldProps } from '#ui/form/field.tsx'
import { FormSection } from '#ui/form/form-section.tsx'
import { DescriptionList } from '#ui/text/description-list.tsx'
import { accountFormIds, isAddressEditable } from './account-form.ts'
import layout from '#ui/form/form-layout.module.css'

export interface State {
  readonly stateInitials: string
  readonly stateDesc: string
}

type AddressName = 'address1' | 'address2' | 'city' | 'postal'

interface AddressSectionProps {
  readonly details: EditAccountRecord
  readonly states: readonly State[]
  readonly field: (name: AddressName) => Omit<TextFieldProps, 'label'>
  readonly state: Omit<SelectFieldProps, 'label' | 'data'>
}

/** The billing address, which can only be changed here when it is the person's own (C§2.5). */
export function AddressSection({ details, states, field, state }: AddressSectionProps) {
  if (!isAddressEditable(details)) return <FixedAddress details={details} />
  const choices = states.map(({ stateInitials, stateDesc }) => ({ value: stateInitials, label: stateDesc }))
  return (
    <FormSection title="Billing Address">
      <TextField
        id={accountFormIds.address1}
        label="Address line 1"
        required
        autoComplete="address-line1"
        {...field('address1')}
      />
      <TextField
        id={accountFormIds.address2}
        label="Address line 2"
        autoComplete="address-line2"
        {...field('address2')}
      />
      <TextField id={accountFormIds.city} label="City" required autoComplete="address-level2" {...field('city')} />
      <SelectField
        id={accountFormIds.state}
        label="State / Province"
        required
        autoComplete="address-level1"
        data={[{ value: '', label: 'Choose a state' }, ...choices]}
        {...state}
      />
      <TextField
        id={accountFormIds.postal}
        className={layout.short}
        label="Zip code"
        required
        inputMode="numeric"
        autoComplete="postal-code"
        {...field('postal')}
      />
      <DescriptionList items={[{ term: 'Country', value: details.country }]} />
    </FormSection>
  )
}

function FixedAddress({ details }: { readonly details: EditAccountRecord }) {
  const { address1, address2, city, stateDesc, postal, country } = details
  return (
    <section className={layout.fields} aria-labelledby="billing-address">
      <h2 id="billing-address">Billing Address</h2>
      <p>{[address1, address2, city, stateDesc, postal, country].filter(Boolean).join(', ')}</p>
      <p className={layout.note}>{editAccountTexts.addressFixed}</p>
    </section>
  )
}
