/** A file as text, which Vite inlines. */
declare module '*?raw' {
	const text: string;
	export default text;
}
