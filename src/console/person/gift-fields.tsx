import { INTERVALS, VOUCHER_TYPES } from '../../goodies/plans/rules.ts';
import { Select } from '../field.tsx';
import { useReader, useWords } from '../page.tsx';
import { Empty } from '../parts.tsx';
import { Amount } from './amount.tsx';
import { windowsOf } from './employee.ts';
import type { FieldsProps } from './fields.tsx';
import { usePeriods } from './periods.ts';
import { EndField, Span } from './span.tsx';
import { WORDS } from './words.ts';

/** A plan beside the monthly budget, such as a gift for a birthday. */
export function GiftFields({ known, year }: FieldsProps) {
	const words = useWords(WORDS);
	return (
		<>
			<Select
				name="goodiesVoucherType"
				label={words.voucherType}
				options={VOUCHER_TYPES.map((value) => ({ value, label: words.voucherTypes[value] }))}
				value="SPECIAL"
			/>
			<Amount at="amount" label={words.giftField} />
			<Select
				name="interval"
				label={words.interval}
				options={INTERVALS.map((value) => ({ value, label: words.intervals[value] }))}
				value="ONCE"
			/>
			<Span window={windowsOf(known, year.now).setMonthlyBudget} period={undefined} />
		</>
	);
}

/** One of the plans that still have vouchers to come, and until when it gives any. */
export function PlanEndFields({ known, year, of }: FieldsProps) {
	const { say } = useReader();
	const words = useWords(WORDS);
	const { planText } = usePeriods();
	const plans = year.plans.filter(({ nextOccurrence }) => nextOccurrence !== null);
	if (plans.length === 0) return <Empty>{words.noPlan}</Empty>;
	return (
		<>
			<Select
				name="plan"
				label={words.whichPlan}
				options={plans.map((plan) => ({
					value: plan.id,
					label: `${words.voucherTypes[plan.goodiesVoucherType]}: ${planText(plan)}, ${words.onwards(say.day(plan.validFrom))}`,
				}))}
				value={of ?? plans.at(-1)?.id ?? null}
			/>
			<EndField window={windowsOf(known, year.now).revokePlannedVouchers} />
		</>
	);
}
