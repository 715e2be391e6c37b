; The installer for Windows: for one user, without administrator rights. makensis gets VERSION, BUNDLE
; (the folder to install), ICON and OUTPUT from bundle-windows.sh.
Unicode true
Target amd64-unicode
SetCompressor /SOLID lzma
!include MUI2.nsh

Name "SortRank ${VERSION}"
OutFile "${OUTPUT}"
InstallDir "$LOCALAPPDATA\Programs\SortRank"
InstallDirRegKey HKCU "Software\SortRank" "Folder"
RequestExecutionLevel user
VIProductVersion "${VERSION}.0"
VIAddVersionKey ProductName "SortRank"
VIAddVersionKey ProductVersion "${VERSION}"
VIAddVersionKey FileVersion "${VERSION}"
VIAddVersionKey FileDescription "Installs SortRank for this user"
VIAddVersionKey LegalCopyright "MIT licence"

!define GONE "Software\Microsoft\Windows\CurrentVersion\Uninstall\SortRank"
!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_FINISHPAGE_RUN "$INSTDIR\SortRank.exe"
!define MUI_FINISHPAGE_RUN_PARAMETERS "demo"
!define MUI_FINISHPAGE_RUN_TEXT "Open the demo"
!insertmacro MUI_PAGE_WELCOME
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"

Section "SortRank"
  ; An older version goes first, so that nothing of it is left between the new files.
  RMDir /r "$INSTDIR\_internal"
  SetOutPath "$INSTDIR"
  File /r "${BUNDLE}\*"
  WriteUninstaller "$INSTDIR\Uninstall.exe"
  CreateShortcut "$SMPROGRAMS\SortRank.lnk" "$INSTDIR\SortRank.exe"
  WriteRegStr HKCU "Software\SortRank" "Folder" "$INSTDIR"
  WriteRegStr HKCU "Software\Classes\.sortrank" "" "SortRank.Study"
  WriteRegStr HKCU "Software\Classes\SortRank.Study" "" "SortRank study"
  WriteRegStr HKCU "Software\Classes\SortRank.Study\DefaultIcon" "" "$INSTDIR\SortRank.exe,0"
  WriteRegStr HKCU "Software\Classes\SortRank.Study\shell\open\command" "" '"$INSTDIR\SortRank.exe" "%1"'
  WriteRegStr HKCU "${GONE}" "DisplayName" "SortRank"
  WriteRegStr HKCU "${GONE}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${GONE}" "DisplayIcon" "$INSTDIR\SortRank.exe"
  WriteRegStr HKCU "${GONE}" "Publisher" "SortRank"
  WriteRegStr HKCU "${GONE}" "UninstallString" '"$INSTDIR\Uninstall.exe"'
  WriteRegStr HKCU "${GONE}" "QuietUninstallString" '"$INSTDIR\Uninstall.exe" /S'
  WriteRegDWORD HKCU "${GONE}" "NoModify" 1
  WriteRegDWORD HKCU "${GONE}" "NoRepair" 1
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
SectionEnd

; Studies, backups and settings are the user's, and stay.
Section "Uninstall"
  RMDir /r "$INSTDIR\_internal"
  Delete "$INSTDIR\SortRank.exe"
  Delete "$INSTDIR\sortrank-cli.exe"
  Delete "$INSTDIR\Uninstall.exe"
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\SortRank.lnk"
  DeleteRegKey HKCU "Software\SortRank"
  DeleteRegKey HKCU "Software\Classes\.sortrank"
  DeleteRegKey HKCU "Software\Classes\SortRank.Study"
  DeleteRegKey HKCU "${GONE}"
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
SectionEnd
