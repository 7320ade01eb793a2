// The widgets. Each part looks for its own hooks and does nothing where there are none.
import './elements.js';
import { startComboboxes } from './combobox.js';
import { startCheckout } from './checkout.js';
import { startGallery } from './gallery.js';
import { startJournal } from './journal.js';
import { startStores } from './stores.js';

startComboboxes();
startCheckout();
startGallery();
startJournal();
startStores();
