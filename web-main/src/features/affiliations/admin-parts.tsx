/** Parts of an affiliation's page for its admins and staff; only the main site loads them. */
export { EditCard } from "./editing/edit-card.tsx";
export { InviteSection } from "./invitation/invite-section.tsx";
