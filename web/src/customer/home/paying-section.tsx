import { SampleBillImage } from '#account/sample-bill-image.tsx'
import { WhereIsMyNumber } from '#account/sample-bill.tsx'
import { usePortalStart } from '#api/portal-start.tsx'
import { BillIcon, CardIcon, HomeIcon } from '#ui/icons.tsx'
import { ContactList } from '#ui/text/contact-list.tsx'
import box from '#ui/page/card.module.css'
import classes from './home-page.module.css'

const needed = [
  { icon: BillIcon, title: 'Your account number', text: '10 digits, at the top right of your bill.' },
  { icon: HomeIcon, title: 'Your billing zip code', text: '5 digits, from the mailing address on your bill.' },
  { icon: CardIcon, title: 'Your card', text: 'Visa, Mastercard or Discover. No fee.' },
]

/** What one needs to pay, and whom to ask for help. */
export function PayingSection() {
  const { profile } = usePortalStart()
  return (
    <>
      <section className={classes.needed} aria-labelledby="needed">
        <h2 id="needed">What you need to pay</h2>
        <ul>
          {needed.map(({ icon: Icon, title, text }) => (
            <li key={title} className={box.card}>
              <span className={classes.badge}>
                <Icon size={24} />
              </span>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </section>
      <div className={classes.pair}>
        <section className={`${box.card} ${classes.card}`} aria-labelledby="where">
          <div>
            <h2 id="where">Where to find your account number</h2>
            <p>It’s the 10-digit number at the top right of your bill, next to the bill date.</p>
            <WhereIsMyNumber />
          </div>
          <div className={classes.bill} aria-hidden="true">
            <SampleBillImage />
          </div>
        </section>
        <section className={`${box.card} ${classes.card}`} aria-labelledby="help">
          <div>
            <h2 id="help">Need help?</h2>
            <p>{profile.customerServiceHours}</p>
            <ContactList phones={profile.phones} />
          </div>
        </section>
      </div>
    </>
  )
}
