#!/bin/sh
# Makes a folder with the Wine of Debian 13 (the earliest that starts Node 24), on a Debian or Ubuntu (x64) of another version, as root:
#   sh scripts/make-wine-root.sh /var/tmp/wine && WINE_PATH=/var/tmp/wine/wine npm test -- wine
# The packages are opened, not installed: nothing of this machine is changed, and removing the folder removes it all.
set -eu
folder=$(mkdir -p "$1" && cd "$1" && pwd)
root=$folder/root
mkdir -p "$root/usr/bin" "$folder/apt/lists/partial" "$folder/apt/archives/partial" "$folder/apt/none"
: >"$folder/apt/status"
echo 'deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian trixie main' >"$folder/apt/sources.list"
cat >"$folder/apt.conf" <<END
Dir::Etc::sourcelist "$folder/apt/sources.list";
Dir::Etc::sourceparts "$folder/apt/none";
Dir::Etc::parts "$folder/apt/none";
Dir::Etc::preferencesparts "$folder/apt/none";
Dir::State "$folder/apt";
Dir::State::status "$folder/apt/status";
Dir::Cache "$folder/apt";
APT::Architecture "amd64";
APT::Architectures "amd64";
END
export APT_CONFIG="$folder/apt.conf"
apt-get -qq update
apt-get -qq -y -o Debug::NoLocking=1 --no-install-recommends --download-only install wine64
for package in "$folder"/apt/archives/*.deb; do dpkg-deb --extract "$package" "$root"; done
rm -r "$folder/apt/archives"
for name in bin sbin lib lib64; do [ -e "$root/$name" ] || ln -s "usr/$name" "$root/$name"; done
mkdir -p "$root/proc" "$root/dev" "$root/tmp" "$root/root/wine/drive_c/windows/system32"
# Wine looks for it in system32, where a script of its package would put it.
cp "$root/usr/x86_64-w64-mingw32/lib/zlib1.dll" "$root/root/wine/drive_c/windows/system32/"
cat >"$folder/wine" <<END
#!/bin/sh
# Runs a program of Windows; /tmp, /proc and /dev are those of this machine.
exec unshare --mount sh -c 'for one in proc dev tmp; do mount --rbind /\$one $root/\$one; done
export PATH=/usr/lib/wine:/usr/bin HOME=/root WINESERVER=/usr/lib/wine/wineserver64 WINEPREFIX=/root/wine WINEDEBUG=-all WINEDLLOVERRIDES="mscoree=d;mshtml=d;winemenubuilder.exe=d"
exec /usr/sbin/chroot $root /usr/lib/wine/wine64 "\$@"' wine "\$@"
END
chmod 755 "$folder/wine"
"$folder/wine" --version
