import { CURRENCIES, type Currency } from '../../core/money.ts';
import { MoneyField, Select } from '../field.tsx';
import { useWords } from '../page.tsx';
import { WORDS } from './words.ts';

interface AmountProps {
	value?: number | undefined;
	currency?: Currency | undefined;
	/** Its field in the API. */
	at?: string;
	label?: string;
}

/** How much, each time. */
export function Amount({ value, currency = 'EUR_CENT', at = 'budget', label }: AmountProps) {
	const words = useWords(WORDS);
	return (
		<>
			<MoneyField name="budget" at={at} label={label ?? words.budgetField} value={value ?? null} />
			<Select
				name="currency"
				at={`${at}/currency`}
				label={words.currency}
				options={CURRENCIES.map((one) => ({ value: one, label: words.currencies[one] }))}
				value={currency}
			/>
		</>
	);
}
