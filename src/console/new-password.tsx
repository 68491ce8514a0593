import { Field } from './field.tsx';
import { useReader } from './page.tsx';

/** A password to choose, with what makes a good one. */
export function NewPassword() {
	const { words } = useReader();
	return (
		<Field
			name="password"
			label={words.newPassword}
			hint={words.newPasswordHint}
			type="password"
			autocomplete="new-password"
			maxlength={128}
		/>
	);
}
