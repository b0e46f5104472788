import { useMutation } from '@tanstack/react-query'
import { chooseOwnCustomer } from '#web/platform/own-customers.ts'
import { useSession } from '#web/platform/session.ts'
import { useTexts } from '#web/platform/texts.ts'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { inMantine } from '#web/ui/theme/in-mantine.tsx'
import classes from './customer-chooser.module.css'
import { ownCustomerChooserTexts } from './own-customer-chooser.texts.ts'

function PlainOwnCustomerChooser() {
  const words = useTexts(ownCustomerChooserTexts)
  const { user } = useSession()
  const choice = useMutation({ mutationFn: chooseOwnCustomer })
  return (
    <>
      <ul className={classes.own}>
        {(user.customers ?? []).map(({ customer_id: id, customer_name: name }) => {
          const isShown = id === user.customer_id
          return (
            <li key={id}>
              <button
                type="button"
                className={classes.choice}
                aria-current={isShown || undefined}
                disabled={choice.isPending}
                data-closes={isShown || undefined}
                onClick={() => !isShown && choice.mutate(id)}
              >
                <span className={classes.name}>{name}</span> {isShown && <span className={classes.about}>{words.shown}</span>}
              </button>
            </li>
          )
        })}
      </ul>
      {choice.isError && (
        <ErrorState title={words.failed} error={choice.error} onRetry={() => choice.variables && choice.mutate(choice.variables)} />
      )}
    </>
  )
}

export const OwnCustomerChooser = inMantine(PlainOwnCustomerChooser)
